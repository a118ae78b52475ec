//! The page of a tournament in a real browser: it opens, says nothing on the console and asks
//! nothing of any network.
//!
//! Needs Debian's `chromium` and `chromium-driver`, so `cargo test` leaves it out;
//! `scripts/browser-test` installs what is missing and runs it. With `SCREENSHOTS` set to a folder
//! it leaves pictures there, of the page that `TOURNAMENT` names or of one that it makes.

#![expect(clippy::unwrap_used, reason = "what is not as it should be fails the test")]

#[path = "../grader/tests/browser/driver.rs"]
#[expect(dead_code, reason = "this page has nothing to click on")]
mod driver;

use std::path::Path;

use driver::Browser;
use fivetwelve_tests::Folder;
use serde_json::json;

const BINARY: &str = env!("CARGO_BIN_EXE_fivetwelve");

#[test]
#[ignore = "needs chromium and chromium-driver: run scripts/browser-test"]
fn the_page_opens_and_keeps_to_itself() {
    let folder = Folder::with::<&str, &str>([]).unwrap();
    let words = "tournament --thesis --games 2 --html out.html".split(' ');
    let ran = folder.run(BINARY, words).unwrap();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let page = folder.path().join("out.html");
    let browser = Browser::start("chromium and chromium-driver");
    let address = format!("file://{}", page.display());
    browser.open(&address);
    assert_eq!(browser.run("return document.title"), "fivetwelve: Strategies beside the thesis");
    assert_eq!(browser.run("return document.querySelectorAll('svg').length"), json!(4));
    assert_eq!(browser.run("return document.querySelectorAll('table').length"), json!(4));
    let rows = "return document.querySelector('table').querySelectorAll('tbody tr').length";
    assert_eq!(browser.run(rows), json!(17));
    // The plots have marks in them.
    let drawn = "return [...document.querySelectorAll('svg')].every(svg =>
        svg.getBoundingClientRect().width > 200 && svg.querySelectorAll('circle, rect').length > 16)";
    assert_eq!(browser.run(drawn), json!(true));
    assert_eq!(browser.console(), Vec::<String>::new());
    assert_eq!(browser.requests(), [address.as_str()]);
    assert_eq!(browser.run("return performance.getEntriesByType('resource').length"), json!(0));
    let ground = "return getComputedStyle(document.body).backgroundColor";
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    let picture = |name: &str| {
        if let Ok(pictures) = std::env::var("SCREENSHOTS") {
            browser.picture(&Path::new(&pictures).join(format!("tournament-{name}.png")));
        }
    };
    if let Ok(other) = std::env::var("TOURNAMENT") {
        let other = Path::new(&other).canonicalize().unwrap();
        browser.open(&format!("file://{}", other.display()));
    }
    browser.screen(1200, 900);
    let light = browser.run(ground);
    assert_eq!(browser.run(fits), json!(true), "on a desk");
    picture("light");
    browser.media("screen", "dark");
    assert_ne!(browser.run(ground), light, "the dark page is dark");
    picture("dark");
    browser.media("screen", "light");
    browser.screen(390, 844);
    assert_eq!(browser.run(fits), json!(true), "on a phone");
    picture("phone");
    browser.media("print", "dark");
    browser.screen(800, 1100);
    assert_eq!(browser.run(ground), "rgb(255, 255, 255)", "paper is white");
    picture("print");
}
