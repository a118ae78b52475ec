//! Names of files.

/// The name of a file as Java's `File` keeps it: several slashes are one, a slash at the end is none.
pub fn file_path(name: &str) -> String {
    let mut path = String::with_capacity(name.len());
    for c in name.chars() {
        if c != '/' || !path.ends_with('/') {
            path.push(c);
        }
    }
    if path.len() > 1 && path.ends_with('/') {
        path.pop();
    }
    path
}
