//! Zip files that are written: upload archives and what students get.

use std::io::{Cursor, Write};

use anyhow::Context;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A zip of files by their paths; some can be executed. The same entries give the same bytes: no time
/// and no order but theirs is in it.
pub(crate) fn pack(entries: &[(String, Vec<u8>, bool)]) -> anyhow::Result<Vec<u8>> {
    packed(entries).context("the archive could not be made")
}

fn packed(entries: &[(String, Vec<u8>, bool)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes, executable) in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if *executable { 0o755 } else { 0o644 });
        zip.start_file(path.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_entries_give_the_same_bytes() {
        let entries = [("a".to_string(), b"1".to_vec(), true), ("b".into(), b"2".to_vec(), false)];
        assert_eq!(pack(&entries).expect("it packs"), pack(&entries).expect("it packs"));
    }
}
