// VS Code in a browser, with the extension, as a student uses it: a squiggle, a quick fix, inlay hints,
// the debugger forwards and back, the tests of an assignment. Run by scripts/vscode-browser-test:
// `node vscode.cjs CODE_SERVER VSIX [--screenshots]`, with the binary in FIVETWELVE.

const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { chromium } = require("playwright-core");

const [server, vsix, ...rest] = process.argv.slice(2);
const pictures = rest.includes("--screenshots") ? path.resolve("docs/img") : undefined;
const home = fs.mkdtempSync(path.join(os.tmpdir(), "fivetwelve-"));
const folder = path.join(home, "lab");

const PROGRAM = `# Prints the sum of the numbers in a table.
.eqv    COUNT 3
.data
table:  .word   1, 2, 3
.text
main:   la      $t0, table
        li      $t1, COUNT
        li      $t2, 0
loop:   lw      $t3, 0($t0)
        add     $t2, $t2, $t3
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bgtz    $t1, loop
        mov     $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
`;

function prepare() {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, "sum.asm"), PROGRAM);
  // The assignment of factorials, whose tests call a function, with a wrong solution.
  fs.cpSync("assignments/factorial", path.join(folder, "factorial"), { recursive: true });
  fs.copyFileSync("assignments/factorial/faulty/adds.asm", path.join(folder, "factorial", "mine.asm"));
  const settings = {
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "workbench.tips.enabled": false,
    "editor.minimap.enabled": false,
    "security.workspace.trust.enabled": false,
    "telemetry.telemetryLevel": "off",
  };
  const machine = { "fivetwelve.path": process.env.FIVETWELVE };
  for (const [scope, values] of Object.entries({ User: settings, Machine: machine })) {
    fs.mkdirSync(path.join(home, "data", scope), { recursive: true });
    fs.writeFileSync(path.join(home, "data", scope, "settings.json"), JSON.stringify(values));
  }
  fs.writeFileSync(path.join(home, "config.yaml"), "auth: none\n");
}

const common = ["--config", path.join(home, "config.yaml"), "--user-data-dir", path.join(home, "data"),
  "--extensions-dir", path.join(home, "extensions")];

/** Starts code-server; gives its process and its address. */
function serve() {
  const words = [server, ...common, "--auth", "none", "--bind-addr", "127.0.0.1:0",
    "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const address = new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const found = /HTTP server listening on (http:\S+)/.exec(text);
      if (found) {
        resolve(found[1].replace(/\/$/, ""));
      }
    });
    child.on("exit", () => reject(new Error(`code-server stopped: ${text}`)));
  });
  return { child, address };
}

async function picture(page, name) {
  if (pictures) {
    await page.waitForTimeout(1000);
    await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }
}

async function open(page, name) {
  await page.keyboard.press("Control+KeyP");
  await page.locator(".quick-input-widget input").first().fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(name) }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".tab.active", { hasText: path.basename(name) }).waitFor();
}

async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

/** The line at which the program stands. */
async function here(page) {
  const place = page.locator(".debug-call-stack .line-number").first();
  await place.waitFor();
  return Number((await place.innerText()).split(":")[0]);
}

async function moves(page, from) {
  for (;;) {
    const now = await here(page).catch(() => from);
    if (now !== from) {
      return now;
    }
    await page.waitForTimeout(50);
  }
}

async function diagnosticsAndFix(page) {
  await open(page, "sum.asm");
  await page.locator(".squiggly-error").first().waitFor();
  await page.locator(".codelens-decoration", { hasText: "debug" }).first().waitFor();
  const { x, y, width, height } = await page.locator(".squiggly-error").first().boundingBox();
  const word = [x + width / 2, y + height / 2];
  await page.mouse.move(...word);
  await page.locator(".monaco-hover", { hasText: "is not an instruction" }).first().waitFor();
  await page.mouse.click(...word);
  await page.keyboard.press("Control+Period");
  await page.locator(".action-widget", { hasText: "move $a0, $t2" }).waitFor();
  await picture(page, "vscode-quick-fix");
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+KeyS");
  await page.locator(".view-line", { hasText: "→ addiu" }).first().waitFor();
  await picture(page, "vscode-hints");
  const saved = () => fs.readFileSync(path.join(folder, "sum.asm"), "utf8");
  while (!saved().includes("move $a0, $t2")) {
    await page.waitForTimeout(50);
  }
}

async function debugger_(page) {
  await page.keyboard.press("F5");
  await page.locator(".debug-toolbar").waitFor();
  const first = await here(page);
  assert.equal(first, 6, "the program does not stop at its entry");
  await page.keyboard.press("F10");
  const second = await moves(page, first);
  await page.keyboard.press("F10");
  const third = await moves(page, second);
  assert.deepEqual([second, third], [7, 8]);
  await picture(page, "vscode-debugger");
  await page.locator(".debug-toolbar .codicon-debug-step-back").click();
  assert.equal(await moves(page, third), second, "a step back goes elsewhere");
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
}

async function tests(page) {
  await open(page, "mine.asm");
  await page.locator(".codelens-decoration", { hasText: "check" }).first().waitFor();
  assert.ok((await page.locator(".codelens-decoration", { hasText: "check" }).count()) >= 2, "no lens above `fact`");
  await command(page, "Run the visible tests and show what the checker finds");
  await page.locator(".notification-toast", { hasText: "of Factorial, recursively" }).waitFor();
  await page.keyboard.press("Escape");
  await command(page, "Testing: Focus on Test Explorer View");
  const failed = page.locator(".test-explorer .monaco-list-row:has(.codicon-testing-failed-icon)");
  await failed.first().click();
  await page.keyboard.press("ArrowRight");
  const passed = page.locator(".test-explorer .monaco-list-row:has(.codicon-testing-passed-icon)");
  await passed.filter({ hasText: "The program assembles" }).waitFor();
  await picture(page, "vscode-tests");
}

async function main() {
  prepare();
  execFileSync(process.execPath, [server, ...common, "--install-extension", vsix], { stdio: ["ignore", "ignore", "inherit"] });
  const { child, address } = serve();
  let browser;
  try {
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
    page.setDefaultTimeout(30_000);
    try {
      await page.goto(`${await address}/?folder=${encodeURIComponent(folder)}`);
      await page.locator(".monaco-workbench .explorer-folders-view").waitFor();
      await command(page, "View: Close Primary Side Bar").catch(() => {});
      await diagnosticsAndFix(page);
      await debugger_(page);
      await tests(page);
    } catch (error) {
      await page.screenshot({ path: "target/vscode-browser/failed.png" });
      throw error;
    }
  } finally {
    await browser?.close();
    child.kill();
    await new Promise((resolve) => child.on("exit", resolve));
    fs.rmSync(home, { recursive: true, force: true });
  }
}

const enough = setTimeout(() => {
  console.error("vscode: nothing happens for too long; see target/vscode-browser/failed.png");
  process.exit(1);
}, 300_000);
main().then(
  () => {
    clearTimeout(enough);
    console.log("vscode: squiggle, quick fix, hints, debugger with a step back, and tests work in VS Code");
    process.exit(0);
  },
  (error) => {
    console.error(`vscode: ${error.stack}`);
    console.error("vscode: the screen at that moment is in target/vscode-browser/failed.png");
    process.exit(1);
  },
);
