//! A test as it stands in an `assignment.toml`, for instructors to copy.

use toml::{Table, Value};

use super::Policy;

/// A transcript with this input and output.
pub fn suggested_test(id: &str, input: &[u8], expected: &[u8], policy: Policy) -> String {
    let text = |bytes: &[u8]| Value::from(String::from_utf8_lossy(bytes).into_owned());
    let mut test = Table::new();
    test.insert("id".into(), id.into());
    test.insert("title".into(), "Found by `assignment suggest`".into());
    test.insert("kind".into(), "transcript".into());
    test.insert("points".into(), 1.into());
    test.insert("input".into(), text(input));
    test.insert("expected".into(), text(expected));
    let name = Policy::NAMED
        .iter()
        .find(|(_, named)| std::mem::discriminant(named) == std::mem::discriminant(&policy));
    test.insert("policy".into(), name.map_or("trailing-space", |(name, _)| name).into());
    if let Policy::Numeric { absolute, relative } = policy {
        test.insert("absolute".into(), absolute.into());
        test.insert("relative".into(), relative.into());
    }
    let mut all = Table::new();
    all.insert("test".into(), Value::Array(vec![Value::Table(test)]));
    toml::to_string_pretty(&all).unwrap_or_default()
}
