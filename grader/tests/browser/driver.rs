//! A browser that is told what to do over WebDriver: HTTP and JSON, nothing else.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running browser with one page; it ends with this value.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
    /// What the performance log has told so far: reading it empties it.
    requests: RefCell<Vec<String>>,
}

impl Browser {
    /// Starts it; `needs` says what must be installed.
    pub(crate) fn start(needs: &str) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| {
                panic!(
                    "chromedriver can't be started ({e}): install {needs}, on Debian by \
                     `apt-get install --no-install-recommends chromium chromium-driver`"
                )
            });
        let said = BufReader::new(driver.stdout.take().unwrap());
        let port = said
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                let port = line.split_once("successfully on port ")?.1;
                port.trim_end_matches('.').parse().ok()
            })
            .expect("the driver says its port");
        let profile = tempfile::tempdir().unwrap();
        let profile_argument = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--window-size=1200,900",
            &profile_argument,
        ];
        let wishes = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let mut browser = Browser {
            driver,
            port,
            session: String::new(),
            _profile: profile,
            requests: RefCell::new(Vec::new()),
        };
        let answer = browser.ask("POST", "/session", &wishes);
        browser.session = match answer["sessionId"].as_str() {
            Some(session) => session.to_owned(),
            None => panic!("chromium can't be started: install {needs}. It says {answer}"),
        };
        browser
    }

    /// Opens an address.
    pub(crate) fn open(&self, address: &str) {
        self.tell("/url", &json!({ "url": address }));
    }

    /// Runs the body of a function in the page and gives what it returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.tell("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns true.
    pub(crate) fn wait_for(&self, script: &str) {
        let begun = Instant::now();
        while self.run(script) != true {
            assert!(begun.elapsed() < PATIENCE, "it never came true: {script}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks on the first element that matches.
    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.tell(&format!("/element/{element}/click"), &json!({}));
    }

    /// Types into the first element that matches.
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.tell(&format!("/element/{element}/value"), &json!({ "text": text }));
    }

    /// The text of the first element that matches.
    pub(crate) fn text(&self, selector: &str) -> String {
        let script = format!("return document.querySelector({}).textContent", json!(selector));
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// What was said on the console.
    pub(crate) fn console(&self) -> Vec<String> {
        let entries = self.tell("/se/log", &json!({ "type": "browser" }));
        entries.as_array().unwrap().iter().map(Value::to_string).collect()
    }

    /// The addresses that were asked for, by this page or for it. (What a new browser opens first
    /// is inside itself.)
    pub(crate) fn requests(&self) -> Vec<String> {
        let entries = self.tell("/se/log", &json!({ "type": "performance" }));
        for entry in entries.as_array().unwrap() {
            let event: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            if event["message"]["method"] == "Network.requestWillBeSent" {
                let address = event["message"]["params"]["request"]["url"].as_str().unwrap();
                if !["data:", "chrome:", "chrome-untrusted:"]
                    .iter()
                    .any(|own| address.starts_with(own))
                {
                    self.requests.borrow_mut().push(address.to_owned());
                }
            }
        }
        self.requests.borrow().clone()
    }

    /// A screen of that size.
    pub(crate) fn screen(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Paper or a screen, light or dark.
    pub(crate) fn media(&self, media: &str, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let media = json!({ "media": media, "features": features });
        self.command("Emulation.setEmulatedMedia", &media);
    }

    /// A picture of the whole page.
    pub(crate) fn picture(&self, path: &Path) {
        let size = self.run("return [innerWidth, document.documentElement.scrollHeight]");
        let clip = json!({ "x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1 });
        let wishes = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let answer = self.command("Page.captureScreenshot", &wishes);
        std::fs::write(path, unbase64(answer["data"].as_str().unwrap())).unwrap();
    }

    fn command(&self, name: &str, parameters: &Value) -> Value {
        self.tell("/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    fn element(&self, selector: &str) -> String {
        let found = self.tell("/element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|object| object.values().next()?.as_str());
        id.unwrap_or_else(|| panic!("there is no {selector}")).to_owned()
    }

    /// A command of the session; it has to succeed.
    fn tell(&self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", &format!("/session/{}{path}", self.session), body);
        assert!(answer.get("error").is_none(), "{path} {body}: {}", answer["message"]);
        answer
    }

    /// One request; the `value` of its answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            if let Some(("content-length", value)) =
                line.to_ascii_lowercase().split_once(':').map(|(key, value)| (key, value.trim()))
            {
                length = value.parse().unwrap();
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).unwrap();
        let mut answer: Value = serde_json::from_slice(&answer).unwrap();
        answer["value"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.ask("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn unbase64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u32> = text.trim_end_matches('=').bytes().map(value).collect();
    let mut bytes = Vec::new();
    for part in letters.chunks(4) {
        let bits = part.iter().enumerate().map(|(i, six)| six << (18 - 6 * i)).sum::<u32>();
        bytes.extend(&bits.to_be_bytes()[1..part.len()]);
    }
    bytes
}
