//! Laws of escaping: whatever comes in, only text comes out.

use grader::report::escape;
use proptest::prelude::*;
use quick_xml::events::Event;

/// Any text, with more of what means harm than chance would bring.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<String>(),
        "[\\x00-\\x1f<>&\"'`|%=+@:,\\-\\]\\[]{0,6}",
        Just("</script>".to_owned()),
        Just("<!--".to_owned()),
        Just("]]>".to_owned()),
        Just("\u{202e}\u{2028}\u{9b}\u{ffff}".to_owned()),
        Just("\r\n".to_owned()),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// The text of the only element of a document, and its attribute, as a parser reads them.
fn parsed(document: &str) -> (String, String) {
    let mut reader = quick_xml::Reader::from_str(document);
    let (mut text, mut attribute) = (String::new(), String::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                let value = start.attributes().next().unwrap().unwrap();
                attribute = value.unescape_value().unwrap().into_owned();
            }
            Event::Text(part) => text += &part.decode().unwrap(),
            Event::GeneralRef(part) => match part.resolve_char_ref().unwrap() {
                Some(c) => text.push(c),
                None => {
                    let name = part.decode().unwrap();
                    text += quick_xml::escape::resolve_predefined_entity(&name).unwrap();
                }
            },
            Event::End(_) => {}
            Event::Eof => return (text, attribute),
            other => panic!("there should be text only, not {other:?}"),
        }
    }
}

/// A cell of CSV read back as RFC 4180 says.
fn csv_cell(cell: &str) -> String {
    match cell.strip_prefix('"') {
        Some(rest) => rest.strip_suffix('"').unwrap().replace("\"\"", "\""),
        None => {
            assert!(!cell.contains([',', '"', '\n', '\r']), "{cell:?} must be quoted");
            cell.to_owned()
        }
    }
}

proptest! {
    #[test]
    fn a_terminal_is_never_told_what_to_do(text in any_text()) {
        let shown = escape::line(&text);
        let acts = |c: char| c.is_control() || c == '\u{202e}' || c == '\u{2028}';
        prop_assert!(!shown.chars().any(acts));
        let shown = escape::block(&text);
        prop_assert!(!shown.chars().any(|c| c.is_control() && c != '\n'));
        prop_assert_eq!(escape::block(&shown), shown);
    }

    #[test]
    fn xml_is_read_back(text in any_text()) {
        let document =
            format!("<a b=\"{}\">{}</a>", escape::xml_attribute(&text), escape::xml(&text));
        let shown = escape::block(&text);
        prop_assert_eq!(parsed(&document), (shown.clone(), shown));
    }

    #[test]
    fn html_has_no_markup(text in any_text()) {
        let sentence = escape::html_sentence(&text);
        let code = sentence.matches("<code>").count();
        prop_assert_eq!(code, sentence.matches("</code>").count());
        prop_assert_eq!(code, escape::line(&text).matches('`').count() / 2);
        let sentence = sentence.replace("<code>", "").replace("</code>", "");
        for shown in [escape::html(&text), escape::html_block(&text), sentence] {
            prop_assert!(!shown.contains(['<', '>', '"', '\'']));
            for part in shown.split('&').skip(1) {
                let name = part.split(';').next().unwrap();
                prop_assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "&{}", name);
            }
        }
    }

    #[test]
    fn markdown_has_no_markup(text in any_text()) {
        let shown = escape::markdown(&text);
        prop_assert!(!shown.contains(['<', '\n']));
        let mut escaped = false;
        for c in shown.chars() {
            if !escaped && "`*_[]|~$>#".contains(c) {
                // A quote or a heading begins a line only; all others are escaped everywhere.
                prop_assert!(false, "{:?} is not escaped in {:?}", c, shown);
            }
            escaped = c == '\\' && !escaped;
        }
        let code = escape::markdown_code(&text);
        let fence = code.chars().take_while(|c| *c == '`').count();
        if fence > 0 {
            let inside = &code[fence..code.len() - fence];
            let longest = inside.split(|c| c != '`').map(str::len).max().unwrap();
            prop_assert!(longest < fence && code.ends_with(&"`".repeat(fence)));
        }
        let block = escape::markdown_block(&text);
        let fence = block.chars().take_while(|c| *c == '`').count();
        let closing = "`".repeat(fence);
        prop_assert_eq!(block.lines().filter(|line| line.trim().starts_with(&closing)).count(), 2);
    }

    #[test]
    fn a_cell_is_one_cell_and_no_formula(text in any_text()) {
        let cell = escape::csv(&text);
        let read = csv_cell(&cell);
        prop_assert!(!read.trim_start().starts_with(['=', '+', '-', '@', '\t', '\r']), "{:?}", read);
        let shown = escape::block(&text);
        let marked = format!("'{shown}");
        prop_assert!(read == shown || read == marked);
    }

    #[test]
    fn json_in_html_is_the_same_value_and_ends_no_element(text in any_text()) {
        let json = serde_json::to_string(&text).unwrap();
        let shown = escape::json_in_html(&json);
        let ends = ['<', '>', '&', '\u{2028}', '\u{2029}'];
        prop_assert!(!shown.contains(ends));
        prop_assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }

    #[test]
    fn annotations_are_one_line_and_read_back(text in any_text()) {
        let back = |text: &str| {
            text.replace("%2C", ",").replace("%3A", ":").replace("%0D", "\r").replace("%0A", "\n")
                .replace("%25", "%")
        };
        let shown = escape::annotation(&text);
        prop_assert!(!shown.contains(['\r', '\n']));
        prop_assert_eq!(back(&shown), escape::block(&text));
        let shown = escape::annotation_property(&text);
        prop_assert!(!shown.contains(['\r', '\n', ':', ',']));
        prop_assert_eq!(back(&shown), escape::block(&text));
    }

    #[test]
    fn names_of_files_stay_in_their_folder(texts in proptest::collection::vec(any_text(), 1..5)) {
        let mut names = escape::FileNames::default();
        let names: Vec<String> = texts.iter().map(|text| names.name(text)).collect();
        for (number, name) in names.iter().enumerate() {
            prop_assert!(!name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', ':']));
            prop_assert!(!names[..number].iter().any(|other| other.eq_ignore_ascii_case(name)));
        }
    }
}
