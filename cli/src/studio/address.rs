//! Where a page finds its studio again: its port and token, kept for each list of documents in the
//! user's own folder. A page that was open when the studio ended goes on when it is started again,
//! and what browsers keep for an address is still there.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use anyhow::Context;
use studio::version;

use super::access::Access;
use crate::exit::{Exit, OrExit};

/// The bytes of a token.
const TOKEN: usize = 24;

/// See the module.
pub(crate) struct Address {
    pub(crate) listener: TcpListener,
    pub(crate) door: Access,
    folder: Option<PathBuf>,
    key: String,
}

impl Address {
    /// The place of these documents: as before if its port is free, else a new one.
    pub(crate) fn find(files: &[String], port: Option<u16>) -> anyhow::Result<Address> {
        let absolute = |file: &String| std::path::absolute(file).unwrap_or_else(|_| file.into());
        let names: Vec<String> =
            files.iter().map(|file| absolute(file).display().to_string()).collect();
        let key = version(&names.join("\n"));
        let folder = folder();
        let known = folder.as_ref().and_then(|folder| known(&folder.join(format!("{key}.txt"))));
        let listen = |port: u16| TcpListener::bind(("127.0.0.1", port));
        let before = known.filter(|(known, _)| port.is_none_or(|port| port == 0 || port == *known));
        let (listener, token) = match before.and_then(|(p, token)| Some((listen(p).ok()?, token))) {
            Some(found) => found,
            None => {
                let listener = listen(port.unwrap_or(0));
                let listener = listener
                    .with_context(|| format!("port {} can't be used", port.unwrap_or(0)))
                    .or_exit(Exit::CannotWrite)?;
                let mut bytes = [0; TOKEN];
                let filled = getrandom::fill(&mut bytes);
                filled.map_err(|why| Exit::CannotWrite.error(format!("no token: {why}")))?;
                (listener, bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            }
        };
        let port = listener.local_addr().or_exit(Exit::CannotWrite)?.port();
        let place = Address { listener, door: Access::new(token.clone(), port), folder, key };
        // Who can't keep it gets a new place next time.
        let _ = place.keep(".txt", &format!("{port} {token}\n"));
        Ok(place)
    }

    /// A page that leads to the studio. Programs that open pages show their arguments to everybody on
    /// the computer; a file that only its owner can read does not.
    pub(crate) fn leading_page(&self) -> Option<PathBuf> {
        let address = self.door.address();
        let text = format!(
            "<!doctype html><meta charset=\"utf-8\"><title>fivetwelve studio</title>\
             <meta http-equiv=\"refresh\" content=\"0; url={address}\"><a href=\"{address}\">studio</a>\n"
        );
        self.keep(".html", &text).ok()
    }

    fn keep(&self, end: &str, text: &str) -> std::io::Result<PathBuf> {
        let folder = self.folder.as_ref().ok_or(std::io::ErrorKind::NotFound)?;
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}{end}", self.key));
        let _ = fs::remove_file(&path);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?.write_all(text.as_bytes())?;
        Ok(path)
    }
}

/// The folder for what programs remember of their user.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| set("LOCALAPPDATA"));
    let state = state.or_else(|| set("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("fivetwelve").join("studio"))
}

fn known(path: &Path) -> Option<(u16, String)> {
    let text = fs::read_to_string(path).ok()?;
    let (port, token) = text.trim_end().split_once(' ')?;
    let whole = token.len() == 2 * TOKEN && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    whole.then_some((port.parse().ok()?, token.to_string()))
}
