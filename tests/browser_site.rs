//! The page without a server, in a real browser: a folder that `scripts/build-site` made, on a host
//! that knows nothing but files, below a path of its own.
//!
//! Needs Debian's `chromium` and `chromium-driver`, so `cargo test` leaves it out; `scripts/site-test`
//! installs what is missing, builds the folder, which `SITE` names, and runs it. `AXE` names axe-core's
//! script. With `SCREENSHOTS` set to a folder it leaves pictures there.

#![expect(clippy::unwrap_used, reason = "what is not as it should be fails the test")]

#[path = "../grader/tests/browser/driver.rs"]
#[expect(dead_code, reason = "this page needs other things")]
mod driver;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use driver::Browser;
use serde_json::json;

/// Where the folder is on its host.
const PLACE: &str = "/courses/mips/";

/// Serves a folder as any host does: names, bytes, kinds of the commonest files, and nothing else.
fn serve(folder: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}{PLACE}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let folder = folder.clone();
            std::thread::spawn(move || answer(stream.unwrap(), &folder));
        }
    });
    address
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    while lines.next().is_some_and(|line| !line.is_empty()) {}
    let path = first.split(' ').nth(1).and_then(|path| path.strip_prefix(PLACE));
    let path = path.map(|path| path.split('?').next().unwrap()).filter(|path| !path.contains(".."));
    let path = path.map(|path| if path.is_empty() { "index.html" } else { path });
    let kind = match path.and_then(|path| path.rsplit('.').next()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let found = path.and_then(|path| std::fs::read(folder.join(path)).ok());
    let status = if found.is_some() { "200 OK" } else { "404 Not Found" };
    let bytes = found.unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    );
    // A browser that has gone needs no answer.
    let _ = stream.write_all(&[head.as_bytes(), &bytes].concat());
}

struct Visit {
    address: String,
    browser: Browser,
}

impl Visit {
    /// Opens the site, with something behind its address.
    fn begin(behind: &str) -> Visit {
        let folder = std::env::var("SITE").expect("SITE names the folder of the site");
        let visit = Visit {
            address: serve(folder.into()),
            browser: Browser::start("chromium and chromium-driver"),
        };
        visit.browser.screen(1400, 900);
        visit.go(behind);
        visit
    }

    /// Goes to the site, as if for the first time but for what the browser keeps.
    fn go(&self, behind: &str) {
        self.browser.open("about:blank");
        self.browser.open(&format!("{}{behind}", self.address));
        self.waits("document.body.dataset.ready");
        self.waits("document.querySelector('#saved.saved')");
    }

    fn waits(&self, what: &str) {
        self.browser.wait_for(&format!("return Boolean({what})"));
    }

    fn waits_for_text(&self, text: &str) {
        self.waits(&format!("{TEXT}.includes({})", json!(text)));
    }

    /// Replaces the program.
    fn write(&self, text: &str) {
        // The editor indents lines by itself when they are typed, so they come without their blanks.
        self.browser.type_into(".cm-content", "\u{e009}a\u{e000}\u{e017}");
        self.browser.type_into(".cm-content", text);
        self.waits("document.querySelector('#saved.saved')");
    }

    fn picture(&self, name: &str) {
        if let Ok(folder) = std::env::var("SCREENSHOTS") {
            self.browser.picture(&Path::new(&folder).join(format!("site-{name}.png")));
        }
    }

    /// Nothing was said on the console, and nobody else was asked for anything.
    fn was_quiet(&self) {
        assert_eq!(self.browser.console(), Vec::<String>::new());
        let foreign = self.browser.requests().into_iter();
        let own = |address: &String| address.starts_with(&self.address) || address == "about:blank";
        let foreign: Vec<String> = foreign.filter(|address| !own(address)).collect();
        assert_eq!(foreign, Vec::<String>::new(), "no request leaves the page");
    }
}

const TEXT: &str = "[...document.querySelectorAll('.cm-line')].map(e => e.textContent).join('\\n')";
const HERE: &str = "document.querySelector('.cm-line.here')?.textContent";
const SQUARE: &str = "main: li $v0, 5\nsyscall\nmul $t0, $v0, $v0\nli $v0, 10\nsyscall\n";

#[test]
#[ignore = "needs chromium, chromium-driver and a built site: run scripts/site-test"]
fn a_program_is_written_run_and_debugged() {
    let visit = Visit::begin("");
    let browser = &visit.browser;
    // A new visitor begins with the first assignment.
    visit.waits_for_text("Fahrenheit");
    visit.picture("first-visit");
    visit.write("main: sycall\n");
    visit.waits("document.querySelector('.cm-lintRange-error')");
    visit.write(SQUARE);
    visit.waits("document.querySelector('#problems .fine')");
    browser.click("#do-run");
    visit.waits("document.querySelector('#input.waits')");
    browser.type_into("#input", "7\n");
    visit.waits("document.querySelector('#outcome.ended')");
    visit.waits("document.querySelector('[data-place=\"$t0\"]').textContent === '49'");
    visit.picture("ended");
    browser.click("#do-step_back");
    browser.click("#do-step_back");
    browser.click("#do-step_back");
    visit.waits(&format!("{HERE}?.includes('mul')"));
    visit.waits("document.querySelector('[data-place=\"$t0\"]').textContent === '0'");
    // What was typed is there after a reload, and can still be undone.
    visit.go("");
    visit.waits_for_text("mul $t0");
    browser.type_into(".cm-content", &format!("\u{e009}{}\u{e000}", "z".repeat(60)));
    visit.waits_for_text("Fahrenheit");
    visit.was_quiet();
}

#[test]
#[ignore = "needs chromium, chromium-driver and a built site: run scripts/site-test"]
fn an_endless_loop_holds_up_nobody() {
    let visit = Visit::begin("");
    let browser = &visit.browser;
    visit.write("main: addi $t0, $t0, 1\nj main\n");
    browser.click("#do-run");
    visit.waits("document.body.dataset.mode === 'running' && !document.querySelector('#step').textContent.startsWith('step 0 ')");
    // The page goes on to say what is wrong with what is typed.
    visit.write("main: addi $t0, $t0, 1\nj mian\n");
    visit.waits("document.querySelector('.cm-lintRange-error')");
    assert_eq!(browser.run("return document.body.dataset.mode"), json!("running"));
    browser.click("#do-pause");
    visit.waits("document.body.dataset.mode === 'paused'");
    visit.was_quiet();
}

#[test]
#[ignore = "needs chromium, chromium-driver and a built site: run scripts/site-test"]
fn links_hold_programs() {
    // As anybody can make them: base64 without compression.
    let visit = Visit::begin(
        "#file=nine.asm&code=bWFpbjogbGkgJHQwLCA5CgouaW5jbHVkZSAidGVtcGVyYXR1cmUuYXNtIgo",
    );
    let browser = &visit.browser;
    visit.waits_for_text("li $t0, 9");
    assert!(!browser.run("return location.href").as_str().unwrap().contains('#'));
    // It includes a file that is not kept here.
    visit.waits("document.querySelector('.cm-lintRange-error')");
    visit.write("main: li $t0, 8\n");
    // The page's own links are compressed.
    browser.click("#files-button");
    visit.waits("document.querySelector('dialog[open] #copy-link')");
    browser.click("#copy-link");
    visit.waits("document.querySelector('#link')");
    visit.picture("files");
    let link = browser.run("return document.querySelector('#link').value");
    let behind = link.as_str().unwrap().strip_prefix(&visit.address).unwrap().to_owned();
    assert!(behind.starts_with("#file=nine.asm&code=~"), "{behind}");
    browser.run("document.querySelector('dialog').close()");
    visit.write("main: li $t0, 7\n");
    // What was changed meanwhile is not lost.
    visit.go(&behind);
    visit.waits_for_text("li $t0, 8");
    browser.click("#files-button");
    visit.waits("document.querySelectorAll('dialog[open] li').length === 2");
    browser.run("[...document.querySelectorAll('dialog .link')].find(e => e.textContent === 'nine.asm').click()");
    visit.waits_for_text("li $t0, 7");
    // A damaged link says so.
    visit.go("#code=~AAAA");
    visit.waits("document.querySelector('[data-name=failure]')");
    visit.was_quiet();
}

#[test]
#[ignore = "needs chromium, chromium-driver and a built site: run scripts/site-test"]
fn an_assignment_is_checked_and_leads_into_the_debugger() {
    let visit = Visit::begin("#start=temperature");
    let browser = &visit.browser;
    visit.waits_for_text("Fahrenheit");
    browser.click("#tab-check");
    visit.waits("document.querySelector('#panel-check .task')?.textContent.includes('Begin with')");
    visit.picture("task");
    browser.click("#panel-check button");
    visit.waits("document.querySelector('#panel-check .test.failed .debug')");
    visit.picture("check");
    browser.click("#panel-check .debug");
    visit.waits("document.body.dataset.mode === 'paused'");
    visit.was_quiet();
}

#[test]
#[ignore = "needs chromium, chromium-driver and a built site: run scripts/site-test"]
fn everybody_can_use_it_and_it_asks_nobody_else() {
    let visit = Visit::begin("");
    let browser = &visit.browser;
    let axe = std::fs::read_to_string(std::env::var("AXE").expect("AXE names axe.min.js")).unwrap();
    browser.run(&axe);
    browser.click("#files-button");
    visit.waits("document.querySelector('dialog[open]')");
    for width in [1400, 390] {
        browser.screen(width, 900);
        browser.run(
            "window.found = null; axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }) \
             .then(({ violations }) => { window.found = violations.map(v => [v.id, v.impact, v.nodes[0].html]) })",
        );
        visit.waits("window.found !== null");
        assert_eq!(browser.run("return window.found"), json!([]), "at {width}");
        visit.picture(&format!("{width}"));
    }
    visit.was_quiet();
    // The page itself forbids it, whatever the host says.
    browser.run(
        "window.refused = []; document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective)); \
         fetch('http://127.0.0.1:9/').catch(() => {}); document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.injected = 1' }))",
    );
    visit.waits("refused.includes('connect-src') && refused.includes('script-src-elem')");
    assert_eq!(browser.run("return window.injected ?? null"), json!(null));
}
