//! Who may come in: whoever knows the token, speaks to this computer by its own name, and is the page
//! itself. Other pages of the same browser know no token, and their requests name them in `Origin`;
//! a name that leads here by a trick of DNS shows in `Host`.

use super::http::Request;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    token: String,
    port: u16,
}

impl Access {
    pub(crate) fn new(token: String, port: u16) -> Access {
        Access { token, port }
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// What is asked for behind the token, or the status of the refusal.
    pub(super) fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, u16> {
        let host = request.header("host").unwrap_or_default();
        let own = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !own.iter().any(|own| own == host) {
            return Err(403);
        }
        let rest = request.path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let Some((token, asked)) = rest.filter(|(token, _)| same(token, &self.token)) else {
            return Err(404);
        };
        let _ = token;
        let own = format!("http://{host}");
        let foreign = request.header("origin").is_some_and(|origin| origin != own);
        let site = request.header("sec-fetch-site");
        if foreign || site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return Err(403);
        }
        match request.method.as_str() {
            "GET" => Ok(asked),
            // A page always says where it is from when it sends something.
            "POST" if request.header("origin").is_none() => Err(403),
            "POST" if request.header("content-type") != Some("application/json") => Err(415),
            "POST" => Ok(asked),
            _ => Err(405),
        }
    }
}

/// Whether two texts are the same, in a time that does not tell how far they are.
fn same(one: &str, other: &str) -> bool {
    let unlike = one.bytes().zip(other.bytes()).fold(0, |unlike, (a, b)| unlike | (a ^ b));
    one.len() == other.len() && unlike == 0
}
