//! What every page of ours has: its head, its policy and its parts inline, so that it needs nothing
//! from anywhere. The policy allows this style and this script by their digests, and nothing else:
//! even what would slip through the escaping could not run or fetch anything.

use sha2::{Digest, Sha256};

use crate::report::escape;

/// A page with such a title and body.
pub(in crate::report) fn page(
    title: &str,
    styles: &[&str],
    script: Option<&str>,
    body: &str,
) -> String {
    let style = styles.concat();
    let script_source = script.map_or("'none'".to_owned(), digest);
    let policy = format!(
        "default-src 'none'; img-src data:; style-src {}; script-src {script_source}; base-uri 'none'; \
         form-action 'none'",
        digest(&style)
    );
    let script = script.map_or(String::new(), |script| format!("<script>{script}</script>\n"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}{script}</body>\n</html>\n",
        escape::html(title)
    )
}

/// How a policy names an inline style or script.
fn digest(text: &str) -> String {
    format!("'sha256-{}'", escape::base64(&Sha256::digest(text.as_bytes())))
}
