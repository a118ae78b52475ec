//! The class report in a real browser: it opens, sorts, filters, shows failures, says nothing on the
//! console and asks nothing of any network.
//!
//! These tests need Debian's `chromium` and `chromium-driver`, so `cargo test` leaves them out;
//! `scripts/browser-test` installs what is missing and runs them. With `SCREENSHOTS` set to a folder
//! they leave pictures there, of the book that `GRADES` names or of the canned class.

#![expect(clippy::unwrap_used, reason = "what is not as it should be fails the test")]

#[path = "../report/book.rs"]
#[expect(dead_code, reason = "the words to look for are for the other tests")]
mod book;
mod driver;

use std::path::Path;

use driver::Browser;
use grader::book::Gradebook;
use grader::report::{Options, find};
use serde_json::json;

const NEEDS: &str = "chromium and chromium-driver";

/// Writes the page of a class and opens it.
fn open(browser: &Browser, folder: &Path, book: &Gradebook) -> String {
    let page = find("html").unwrap().report(book, &Options::default()).remove(0);
    let path = folder.join("report.html");
    std::fs::write(&path, page.bytes).unwrap();
    let address = format!("file://{}", path.display());
    browser.open(&address);
    address
}

/// The names of the students whose rows are shown, from the top.
const NAMES: &str = "return [...document.querySelectorAll('.students tr[data-i]')]
    .filter(row => !row.hidden).map(row => row.querySelector('.open').textContent)";
const FIND: &str = "#find";

fn names(browser: &Browser) -> Vec<String> {
    serde_json::from_value(browser.run(NAMES)).unwrap()
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/browser-test"]
fn the_report_works_and_keeps_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(NEEDS);
    let address = open(&browser, folder.path(), &book::book());
    assert_eq!(browser.run("return document.title"), "2048 on 3×3");

    // It sorts, down and up, by the mouse and by the keyboard.
    let as_written = names(&browser);
    assert_eq!(as_written.len(), 5);
    browser.click("[data-sort=points]");
    let down = names(&browser);
    assert_eq!(down[..2], ["Ann Example", "Bob Example"]);
    assert_eq!(down[4], "Dave Ö.");
    let sorted = "return document.querySelector('[data-sort=points]').closest('th').ariaSort";
    assert_eq!(browser.run(sorted), "descending");
    browser.click("[data-sort=points]");
    assert_eq!(names(&browser), down.iter().rev().cloned().collect::<Vec<_>>());
    assert_eq!(browser.run(sorted), "ascending");
    browser.type_into("[data-sort=name]", "\u{e007}");
    assert_eq!(names(&browser)[1..4], ["Ann Example", "Bob Example", "Carol Example"]);

    // It filters by words, tests, kinds and rules.
    browser.type_into(FIND, "exam");
    assert_eq!(names(&browser).len(), 3);
    assert_eq!(browser.text("#count"), "3 of 5 students");
    browser.type_into(FIND, &"\u{e003}".repeat(4));
    browser.click("#test option[value='2']");
    assert_eq!(names(&browser), ["Bob Example", "Carol Example", "Dave Ö."]);
    browser.click("#kind option[value=none]");
    assert_eq!(names(&browser), ["Dave Ö."]);
    browser.click("#test option[value='']");
    browser.click("#kind option[value='']");
    browser.click("[data-rule='0']");
    assert_eq!(names(&browser), ["Bob Example", "Carol Example"]);
    browser.click("#special");
    assert_eq!(names(&browser).len(), 5);

    // It shows a failure: the boards with what is wrong on them, the lines, the command.
    assert_eq!(browser.run("return document.querySelectorAll('.failure').length"), 0);
    browser.click("tr[data-i='1'] .open");
    assert_eq!(browser.run("return document.querySelectorAll('.details .t').length"), 27);
    assert_eq!(browser.run("return document.querySelectorAll('.details .t.off').length"), 2);
    assert!(browser.text(".details .marked").starts_with("b.asm:88"));
    assert!(browser.text(".details .command").contains("fivetwelve diff b.asm --script"));
    assert!(
        browser.text(".details .command + .command").contains("fivetwelve debug b.asm --script")
    );
    browser.click(".details .copy");
    let copied = "return ['Copied', 'Selected'].includes(
        document.querySelector('.details .copy').textContent)";
    browser.wait_for(copied);
    browser.click("tr[data-i='1'] .open");
    assert_eq!(browser.run("return document.querySelector('.details').hidden"), true);

    // Groups and the map lead to students.
    browser.click(".group summary");
    browser.wait_for("return document.querySelectorAll('.group .members button').length === 2");
    browser.click(".map tr:nth-child(2) .strip svg");
    // In its middle is the third best, who is the last in the book.
    browser.wait_for(
        "return document.querySelector(\"tr[data-i='4'] .open\").ariaExpanded === 'true'",
    );

    // What a student wrote is text, however it was meant.
    let told = "return document.querySelector(\"tr[data-i='4']\").nextElementSibling.textContent";
    assert!(browser.run(told).as_str().unwrap().contains("</script><script>alert(1)"));
    assert_eq!(browser.run("return document.scripts.length"), 2);

    // Nothing on the console, and no request but for the page itself.
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(browser.requests(), [address.as_str()]);
    assert_eq!(browser.run("return performance.getEntriesByType('resource').length"), 0);
    // And were there one, it would be refused.
    browser.run(
        "window.refused = []; document.addEventListener('securitypolicyviolation',
             event => window.refused.push(event.effectiveDirective));
         const image = new Image(); image.src = 'http://127.0.0.1:9/x.png'; document.body.append(image);
         const script = document.createElement('script'); script.textContent = 'window.ran = 1';
         document.body.append(script);",
    );
    browser.wait_for("return window.refused.length === 2");
    assert_eq!(browser.run("return window.refused.sort()"), json!(["img-src", "script-src-elem"]));
    assert_eq!(browser.run("return window.ran"), json!(null));
}

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/browser-test"]
fn the_report_fits_phones_paper_and_the_dark() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(NEEDS);
    let book = match std::env::var("GRADES") {
        Ok(path) => {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
        }
        Err(_) => book::book(),
    };
    open(&browser, folder.path(), &book);
    let picture = |name: &str| {
        if let Ok(folder) = std::env::var("SCREENSHOTS") {
            browser.picture(&Path::new(&folder).join(format!("{name}.png")));
        }
    };
    // The first one with something to show is opened.
    browser.run(
        "const row = [...document.querySelectorAll('.students tr[data-i]')]
             .find(row => row.querySelector('.chip.f, .chip.p'));
         row?.querySelector('.open').click(); scrollTo(0, 0)",
    );
    let page = "return getComputedStyle(document.body).backgroundColor";
    let fits = "return document.documentElement.scrollWidth <= innerWidth";

    browser.screen(1200, 900);
    let light = browser.run(page);
    assert_eq!(browser.run(fits), true, "on a desk");
    picture("light");
    browser.media("screen", "dark");
    assert_ne!(browser.run(page), light, "the dark page is dark");
    picture("dark");
    browser.media("screen", "light");
    browser.screen(390, 844);
    assert_eq!(browser.run(fits), true, "on a phone");
    picture("phone");
    browser.media("print", "dark");
    browser.screen(800, 1100);
    assert_eq!(browser.run(page), "rgb(255, 255, 255)", "paper is white");
    let controls = "return getComputedStyle(document.querySelector('.controls')).display";
    assert_eq!(browser.run(controls), "none", "there is nothing to press on paper");
    picture("print");
}
