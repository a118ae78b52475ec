//! Names for what was handed in: the same files have the same digest, whatever their order, and
//! others have others.

use sha2::{Digest, Sha256};

/// SHA-256 over files by the order of their names, in hexadecimal. Lengths are part of it, so that
/// no two lists of files look alike.
pub fn digest_of<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut files: Vec<(&str, &[u8])> = files.into_iter().collect();
    files.sort();
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        hash.update((path.len() as u64).to_le_bytes());
        hash.update(path.as_bytes());
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_does_not_matter_and_everything_else_does() {
        let files: [(&str, &[u8]); 2] = [("a", b"bc"), ("d", b"")];
        let digest = digest_of(files);
        assert_eq!(digest.len(), 64);
        assert_eq!(digest, digest_of([files[1], files[0]]));
        let others: [&[(&str, &[u8])]; 5] = [
            &[("a", b"bc")],
            &[("ab", b"c"), ("d", b"")],
            &[("a", b"b"), ("d", b"c")],
            &[("a", b"bcd"), ("", b"")],
            &[],
        ];
        for other in others {
            assert_ne!(digest, digest_of(other.iter().copied()), "{other:?}");
        }
    }
}
