//! Diagnostics for people and for editors.
use mips_sim::Assembly;
pub(crate) fn human(a: &Assembly, _c: bool, _w: usize) -> String {
    a.mars_report(&str::to_string)
}
pub(crate) fn json(_a: &Assembly) -> String {
    String::new()
}
