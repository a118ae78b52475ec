//! The studio in a real browser, as a person uses it: a mistake and its repair, a run with answers,
//! breakpoints, steps back, the timeline, values; sizes, themes, keys alone; and a server that dies.
//!
//! Needs Debian's `chromium` and `chromium-driver`, so `cargo test` leaves it out; `scripts/studio-test`
//! installs what is missing and runs it. `AXE` names axe-core's script. With `SCREENSHOTS` set to a
//! folder it leaves pictures there.

#![expect(clippy::unwrap_used, reason = "what is not as it should be fails the test")]

#[path = "../grader/tests/browser/driver.rs"]
#[expect(dead_code, reason = "these pages need other things")]
mod driver;
#[expect(dead_code, reason = "the page asks")]
mod studio;

use std::path::Path;

use driver::Browser;
use fivetwelve_tests::Folder;
use serde_json::json;
use studio::Studio;

const PROGRAM: &str = "\
        .data
ask:    .asciiz \"How many? \"
list:   .word   3, 1, 2
        .text
main:   li      $v0, 4
        la      $a0, ask
        syscall
        li      $v0, 5
        syscall
        la      $t1, list
        sw      $v0, 4($t1)
        lw      $t2, 1($t1)
";

/// The keys as WebDriver names them.
const F5: &str = "\u{e035}";
const F10: &str = "\u{e03a}";
const F9: &str = "\u{e039}";
const SHIFT: &str = "\u{e008}";
const RELEASE: &str = "\u{e000}";
/// To the first line, wherever the driver has put the cursor.
const HOME: &str = "\u{e009}\u{e011}\u{e000}";

struct Desk {
    folder: Folder,
    studio: Studio,
    browser: Browser,
}

impl Desk {
    fn open(text: &str) -> Desk {
        let folder = Folder::with([("p.asm", text)]).unwrap();
        let studio = Studio::start(folder.path(), &["p.asm"]);
        let browser = Browser::start("chromium and chromium-driver");
        browser.screen(1400, 900);
        browser.open(&studio.address);
        browser.wait_for("return document.body.dataset.ready === 'true'");
        Desk { folder, studio, browser }
    }

    fn waits(&self, what: &str) {
        self.browser.wait_for(&format!("return Boolean({what})"));
    }

    fn picture(&self, name: &str) {
        if let Ok(folder) = std::env::var("SCREENSHOTS") {
            self.browser.picture(&Path::new(&folder).join(format!("studio-{name}.png")));
        }
    }

    /// Runs to the question, answers it, and comes to the failure.
    fn run_to_failure(&self) {
        self.browser.click("#do-run");
        self.waits("document.querySelector('#input.waits')");
        self.browser.type_into("#input", "7\n");
        self.waits("document.querySelector('#outcome.failed')");
    }
}

const PANELS: [&str; 9] =
    ["registers", "data", "stack", "memory", "devices", "points", "reference", "check", "game"];

const HERE: &str = "document.querySelector('.cm-line.here')?.textContent";

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn a_mistake_is_seen_and_mended_and_saved() {
    let desk = Desk::open("main: li $v0, 10\n      sycall\n");
    let Desk { folder, browser, .. } = &desk;
    desk.waits("document.querySelector('.cm-lintRange-error')");
    desk.picture("mistake");
    browser.click("#problems summary");
    browser.click("#problems .repair");
    desk.waits("document.querySelector('#problems .fine')");
    desk.waits("document.querySelector('#saved.saved')");
    assert_eq!(folder.text("p.asm").unwrap(), "main: li $v0, 10\n      syscall\n");
    browser.click("#do-run");
    desk.waits("document.querySelector('#outcome.ended')");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn a_run_is_debugged_both_ways() {
    let desk = Desk::open(PROGRAM);
    let browser = &desk.browser;
    desk.run_to_failure();
    desk.picture("failure");
    assert!(browser.text("#output").contains("How many? 7\n"));
    // Back from the crash, to before the list was changed.
    browser.click("#do-step_back");
    browser.click("#do-step_back");
    desk.waits(&format!("{HERE}?.includes('sw')"));
    browser.click("#tab-data");
    desk.waits("document.querySelector('#panel-data .array')?.textContent === '031122' || \
        [...document.querySelectorAll('#panel-data .array .value')].map(e => e.textContent).join() === '3,1,2'");
    desk.picture("data");
    // A register gets another value, and shows where its value came from.
    browser.click("#tab-registers");
    desk.waits("document.querySelector('[data-place=\"$v0\"]')");
    browser.click("[data-place='$v0']");
    desk.waits("document.querySelector('#inspector form input')");
    browser.click("#origin");
    desk.waits("document.querySelector('.origin li')?.textContent.includes('read integer')");
    desk.picture("origin");
    browser.type_into("#inspector form input", "9\n");
    desk.waits("document.querySelector('[data-place=\"$v0\"]').textContent === '9'");
    browser.click("#do-step");
    browser.click("#tab-data");
    desk.waits("[...document.querySelectorAll('#panel-data .array .value')].map(e => e.textContent).join() === '3,9,2'");
    // The timeline goes to the start.
    browser.run("const s = document.querySelector('#timeline'); s.value = 0; s.dispatchEvent(new Event('input'))");
    desk.waits(&format!("{HERE}?.includes('main')"));
    // A breakpoint in the margin stops the next run.
    browser.run(
        "const clientY = document.querySelectorAll('.cm-line')[9].getBoundingClientRect().top + 5; \
         document.querySelector('.cm-gutter.points').dispatchEvent(new MouseEvent('mousedown', \
            { bubbles: true, clientX: 5, clientY, button: 0 }))",
    );
    desk.waits("document.querySelector('.point')");
    browser.click("#do-restart");
    desk.waits(&format!("{HERE}?.includes('main')"));
    browser.click("#do-run");
    desk.waits("document.querySelector('#input.waits')");
    browser.type_into("#input", "5\n");
    desk.waits(&format!("{HERE}?.includes('la      $t1')"));
    assert_eq!(browser.console(), Vec::<String>::new());
    let own = desk.studio.address.as_str();
    let foreign = browser.requests().into_iter().filter(|address| !address.starts_with(own));
    assert_eq!(foreign.collect::<Vec<_>>(), Vec::<String>::new(), "no request leaves the page");
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn an_endless_loop_can_be_paused() {
    let desk = Desk::open("main: addi $t0, $t0, 1\n      j main\n");
    desk.browser.click("#do-run");
    desk.waits("document.body.dataset.mode === 'running' && !document.querySelector('#step').textContent.startsWith('step 0 ')");
    desk.browser.click("#do-pause");
    desk.waits(&format!("document.body.dataset.mode === 'paused' && {HERE}"));
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn keys_alone_are_enough() {
    let desk = Desk::open(PROGRAM);
    let keys = |text: &str| desk.browser.type_into(".cm-content", text);
    keys(&format!("{HOME}{F9}"));
    desk.waits("document.querySelector('.point')");
    keys(&format!("{HOME}{F9}"));
    desk.waits("!document.querySelector('.point')");
    keys(F10);
    desk.waits(&format!("{HERE}?.includes('main')"));
    keys(F10);
    desk.waits(&format!("{HERE}?.includes('ask')"));
    keys(&format!("{SHIFT}{F10}{RELEASE}"));
    desk.waits(&format!("{HERE}?.includes('main')"));
    keys(F5);
    desk.waits("document.activeElement.id === 'input'");
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn it_fits_every_screen_and_everybody_can_use_it() {
    let desk = Desk::open(PROGRAM);
    let browser = &desk.browser;
    desk.run_to_failure();
    let axe = std::fs::read_to_string(std::env::var("AXE").expect("AXE names axe.min.js")).unwrap();
    browser.run(&axe);
    for theme in ["light", "dark", "contrast"] {
        for (width, part) in [(1400, "code"), (800, "code"), (390, "code"), (390, "side")] {
            browser.screen(width, 900);
            browser.run(&format!(
                "document.documentElement.dataset.theme = '{theme}'; \
                 document.querySelector('#parts [data-part={part}]').click()"
            ));
            let fits = "return document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(browser.run(fits), json!(true), "{theme} at {width}");
            for tab in PANELS {
                browser.run(&format!("document.querySelector('#tab-{tab}').click()"));
                let panel = format!("document.querySelector('#panel-{tab}').childElementCount");
                desk.waits(&panel);
                browser.run(
                    "window.found = null; axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }) \
                     .then(({ violations }) => { window.found = violations.map(v => [v.id, v.impact, v.nodes[0].html]) })",
                );
                desk.waits("window.found !== null");
                assert_eq!(
                    browser.run("return window.found"),
                    json!([]),
                    "{tab}, {theme} at {width}"
                );
                if width == 1400 && theme == "light" {
                    desk.picture(tab);
                }
            }
            desk.picture(&format!("{width}-{theme}-{part}"));
        }
    }
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn a_server_that_dies_loses_nothing() {
    let Desk { folder, studio, browser } = Desk::open("main: nop\n");
    let address = studio.address.clone();
    drop(studio);
    browser.type_into(".cm-content", "# typed while nobody listened\n");
    browser.wait_for("return document.querySelector('[data-name=lost]') !== null");
    let studio = Studio::start(folder.path(), &["p.asm"]);
    assert_eq!(studio.address, address, "it is found at the same place");
    browser.wait_for("return document.querySelector('#saved.saved') !== null");
    assert!(folder.text("p.asm").unwrap().contains("# typed while nobody listened"));
    // A new page still knows how to undo it.
    browser.open(&address);
    browser.wait_for("return document.body.dataset.ready === 'true'");
    browser.type_into(".cm-content", "\u{e009}zzz\u{e000}");
    browser.wait_for("return !document.querySelector('.cm-content').textContent.includes('typed')");
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn an_assignment_leads_from_a_failure_into_the_debugger() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assignments/temperature/faulty");
    let mut faulty: Vec<_> =
        std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    faulty.sort();
    let desk = Desk::open(&std::fs::read_to_string(&faulty[0]).unwrap());
    let browser = &desk.browser;
    browser.click("#tab-check");
    browser.run("const s = document.querySelector('#panel-check select'); s.value = 'temperature'");
    browser.click("#panel-check button");
    desk.waits("document.querySelector('#panel-check .test.failed .debug')");
    desk.picture("check");
    browser.click("#panel-check .debug");
    desk.waits(&format!("document.body.dataset.mode === 'paused' && {HERE}?.includes('syscall')"));
    desk.picture("check-debug");
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn a_wrong_picture_leads_to_its_frame() {
    let desk = Desk::open(include_str!("../assignments/snake/faulty/up-is-down.asm"));
    let browser = &desk.browser;
    browser.click("#tab-check");
    browser.run("const s = document.querySelector('#panel-check select'); s.value = 'snake'");
    browser.click("#panel-check button");
    desk.waits("document.querySelectorAll('#panel-check .test.failed img').length >= 3");
    desk.picture("check-pictures");
    browser.click("#panel-check .debug");
    desk.waits(
        "document.body.dataset.mode === 'paused' && !document.querySelector('#bitmap').hidden",
    );
    // After the third frame the snake has turned down, and not up.
    let unit = |column: u32, row: u32| {
        format!(
            "(() => {{
                const one = document.createElement('canvas').getContext('2d', {{ willReadFrequently: true }});
                one.drawImage(document.querySelector('#bitmap'), {column}, {row}, 1, 1, 0, 0, 1, 1);
                return [...one.getImageData(0, 0, 1, 1).data].join();
            }})()"
        )
    };
    desk.waits(&format!("{} === '0,255,0,255'", unit(6, 17)));
    desk.waits(&format!("{} === '0,0,0,255'", unit(6, 15)));
    desk.picture("check-pictures-debug");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn dialogs_ask_on_the_console() {
    let desk = Desk::open(include_str!("../docs/examples/dialogs.asm"));
    let browser = &desk.browser;
    browser.click("#do-run");
    desk.waits("document.querySelector('#input.waits')");
    browser.type_into("#input", "41\n");
    desk.waits(
        "document.querySelector('#output').textContent.includes('you are: 42\\nOnce more?')",
    );
    browser.type_into("#input", "no\n");
    desk.waits("document.querySelector('#outcome.ended')");
    // In the past it asks what it asked then.
    browser.click("#do-step_back");
    desk.waits("document.body.dataset.mode === 'paused'");
    assert_eq!(browser.text("#output").matches("How old are you?").count(), 1);
}

const PAINTER: &str = "\
main:   lw      $t0, 0xffff0000
        andi    $t0, $t0, 1
        beqz    $t0, main
        lw      $t1, 0xffff0004
        li      $t2, 0xff0000
        sw      $t2, 0($gp)
        sw      $t1, 0xffff000c
        li      $v0, 32
        li      $a0, 16
        syscall
        j       main
";

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn the_game_is_played_beside_the_reference() {
    let desk = Desk::open(include_str!("../asm/dialects/clock-wrong.asm"));
    let browser = &desk.browser;
    browser.click("#tab-game");
    browser.click("#game-new");
    desk.waits("document.querySelectorAll('#panel-game .board').length === 2");
    // The keys of the page push the tiles, until the mistake shows. A game that ends before is followed by another.
    browser.run(
        "window.ways = setInterval(() => { \
         if (document.querySelector('#panel-game .wrong')) return clearInterval(window.ways); \
         const all = ['right', 'up', 'left', 'down']; \
         const way = document.querySelector('#way-' + all[window.turn = ((window.turn ?? 0) + 1) % 4]); \
         const ended = way.disabled && !document.querySelector('#game-step').disabled; \
         (ended ? document.querySelector('#game-new') : way).click(); }, 30)",
    );
    desk.waits("document.querySelector('#panel-game .wrong')");
    desk.waits("document.querySelector('#panel-game .board .different')");
    desk.picture("game");
    // Step by step, the program is about to read the last key.
    browser.click("#game-step");
    desk.waits("document.body.dataset.mode === 'paused' && Number(document.querySelector('#timeline').value) > 0");
    browser.click("#game-back");
    desk.waits("!document.querySelector('#panel-game .wrong')");
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/studio-test"]
fn keys_paint_on_the_bitmap() {
    let desk = Desk::open(PAINTER);
    let browser = &desk.browser;
    browser.click("#tab-devices");
    browser.click("#with-bitmap");
    browser.click("#do-run");
    desk.waits(
        "document.body.dataset.mode === 'running' && !document.querySelector('#bitmap').hidden",
    );
    browser.type_into("#keys", "d");
    let corner = "[...document.querySelector('#bitmap').getContext('2d').getImageData(0, 0, 2, 1).data].join()";
    desk.waits(&format!("{corner} === '255,0,0,255,0,0,0,255'"));
    desk.waits("document.querySelector('#screen').textContent.includes('d')");
    desk.picture("devices-painted");
    browser.click("#do-pause");
    desk.waits("document.body.dataset.mode === 'paused'");
    // In the past nothing was painted yet.
    browser.run("const s = document.querySelector('#timeline'); s.value = 0; s.dispatchEvent(new Event('input'))");
    desk.waits(&format!("{corner} === '0,0,0,255,0,0,0,255'"));
}
