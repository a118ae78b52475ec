//! Characters that can't stand where they stand (`E0001`): what they are, and how they usually got
//! there.

use super::super::Snippet;
use super::fix::Fix;
use super::statement::{Statement, assembles};
use super::{Explanation, instead, names, say, shorten};
use crate::asm::lex::TokenLine;

/// Explains an invalid token.
pub(super) fn explain(token: &str, snippet: Option<&Snippet>) -> Explanation {
    let at_start = snippet.is_some_and(|s| s.line == 1 && s.range.start == 0);
    let line = snippet.map_or("", |s| &*s.text);
    invisible(token, at_start, snippet)
        .or_else(|| character(token, snippet))
        .or_else(|| comment(token, snippet))
        .or_else(|| number(token, snippet))
        .or_else(|| address_in_brackets(token, snippet))
        .or_else(|| foreign_syntax(token, line, snippet))
        .unwrap_or_else(|| unknown(token))
}

/// Characters that look like something else, or like nothing.
fn invisible(token: &str, at_start: bool, snippet: Option<&Snippet>) -> Option<Explanation> {
    let (at, odd) = token
        .char_indices()
        .find(|(_, c)| !c.is_ascii() && !c.is_alphanumeric() || c.is_control())?;
    let code = format!("U+{:04X}", odd as u32);
    let words = match odd {
        '\u{feff}' if at_start => say(
            "the file begins with a byte order mark",
            &format!("an invisible character, {code}"),
            "save the file as UTF-8 without BOM",
        ),
        '\u{fffd}' => say(
            "the file is not UTF-8",
            "invalid UTF-8",
            "save the file as UTF-8; it may be Latin-1 or Windows-1252 now",
        ),
        '“' | '”' | '„' | '«' | '»' => say(
            format!("`{odd}` is a typographic quote"),
            "expected a straight quote",
            "strings stand between straight quotes: \"text\"; word processors and web pages \
             change them",
        ),
        '‘' | '’' | '‚' | '´' => say(
            format!("`{odd}` is a typographic apostrophe"),
            "expected a straight apostrophe",
            "characters stand between straight apostrophes: 'a'; word processors and web pages \
             change them",
        ),
        '–' | '—' | '−' | '‐' | '‑' => say(
            format!("`{odd}` ({code}) is a dash, not a minus sign"),
            "expected `-`",
            "type the minus sign again on the keyboard",
        ),
        '\u{a0}' | '\u{2000}'..='\u{200d}' | '\u{202f}' | '\u{2060}' | '\u{3000}' | '\u{feff}' => {
            say(
                format!("there is an invisible character ({code}) here, not an ordinary blank"),
                "looks like a blank, or like nothing",
                "delete it and type a blank; such characters come with text copied from a web page or \
             a PDF",
            )
        }
        c if c.is_control() => say(
            format!("there is a control character ({code}) here"),
            "not text",
            "delete it; if there are many, this may not be a text file",
        ),
        _ => return None,
    };
    let start = snippet.map(|snippet| snippet.range.start + at);
    let point = start.map(|start| start..start + odd.len_utf8());
    let meant = match odd {
        '\u{fffd}' => None,
        '“' | '”' | '„' | '«' | '»' => Some("\""),
        '‘' | '’' | '‚' | '´' => Some("'"),
        '–' | '—' | '−' | '‐' | '‑' => Some("-"),
        '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}' => Some(""),
        c if c.is_control() => Some(""),
        _ => Some(" "),
    };
    let fix = point.clone().zip(meant).map(|(range, text)| Fix::bytes(range, text));
    Some(words.point(point).fix(fix))
}

/// `'ab'`, `''`, `'a`
fn character(token: &str, snippet: Option<&Snippet>) -> Option<Explanation> {
    let rewritten = snippet.is_some_and(|s| s.rewritten);
    let inner = token.strip_prefix('\'')?;
    let shown = shorten(token);
    if rewritten && !inner.ends_with('\'') {
        return Some(
            Explanation::new("a character at the end of an `.eqv` loses its closing apostrophe")
                .label("cut short by MARS")
                .help("write the code of the character in the `.eqv`, such as 97 for 'a'"),
        );
    }
    if let Some(found) = snippet.and_then(text_in_apostrophes) {
        return Some(found);
    }
    let closed = inner.len() > 1 && inner.ends_with('\'');
    let inner = inner.strip_suffix('\'').unwrap_or(inner);
    let words = |title: &str, help: &str| Some(say(title, "expected one character", help));
    if inner.is_empty() {
        words("there is no character between the apostrophes", "a blank is ' '")
    } else if !closed {
        let first = inner.chars().next().unwrap_or('a');
        let meant = format!("'{first}'");
        let words = words(
            "this character is not closed by an apostrophe",
            &format!("one character between apostrophes: {meant}"),
        );
        let alone = inner.chars().nth(1).is_none() && first != '\\';
        words.map(|words| words.words_instead(snippet.filter(|_| alone), &[&meant]))
    } else if inner.starts_with('\\') {
        words(
            &format!("`{shown}` is not an escape that MARS knows"),
            r"the escapes are \n \t \r \b \f \0 \\ \' and, for a code in octal, \101",
        )
    } else {
        let inner = shorten(inner);
        words(
            "only one character can stand between apostrophes",
            &format!("text is written between quotes, in the data segment: .asciiz \"{inner}\""),
        )
    }
}

/// `.asciiz 'Hello'`
fn text_in_apostrophes(snippet: &Snippet) -> Option<Explanation> {
    let statement = Statement::of(snippet)?;
    let texts = [".ascii", ".asciiz"];
    texts.iter().find(|name| statement.head().eq_ignore_ascii_case(name))?;
    let range = statement.operands_range();
    let inner = statement.slice(range.clone()).strip_prefix('\'')?.strip_suffix('\'')?;
    let meant = format!("\"{inner}\"");
    let fix = (!inner.contains(['\'', '"'])).then(|| Fix::bytes(range.clone(), &meant));
    let help = format!("text is written between quotes: {}", shorten(&meant));
    let found = say("only one character can stand between apostrophes", "a text", help);
    Some(found.point(Some(range)).fix(fix))
}

/// `;` and `//` begin comments elsewhere.
fn comment(token: &str, snippet: Option<&Snippet>) -> Option<Explanation> {
    let (at, mark) = ["//", "/*", "*/", ";", "--"]
        .iter()
        .filter_map(|mark| Some((token.find(mark)?, *mark)))
        .min()?;
    let start = snippet.map(|s| s.range.start + at);
    let point = start.map(|start| start..start + mark.len());
    let rest = snippet.and_then(|s| s.text.get(s.range.start + at + mark.len()..)).unwrap_or("x");
    let rest = rest.split('#').next().unwrap_or_default().trim();
    let found = if mark == ";" && rest.is_empty() {
        say(
            "a statement does not end with `;`",
            "not needed",
            "remove the `;`: a line is one statement",
        )
    } else if mark == ";" && assembles(rest) {
        let first = start.zip(snippet).and_then(|(start, snippet)| {
            let from = TokenLine::read(&snippet.text).range().start;
            let first = snippet.text.get(from..start)?.trim_end().to_string();
            assembles(&first).then_some(first)
        });
        say(
            "`;` does not separate statements",
            "expected the end of the line",
            "write each statement on a line of its own",
        )
        .fix(first.map(|first| Fix::statement(vec![first, rest.to_string()])))
    } else {
        let title = format!("`{mark}` does not begin a comment here");
        let fix = point.clone().filter(|_| mark != "*/").map(|range| Fix::bytes(range, "#"));
        say(title, "a comment begins with `#`", "write `#` before the comment").fix(fix)
    };
    let ends = mark == ";" && rest.is_empty();
    let fix = point.clone().filter(|_| ends).map(|range| Fix::bytes(range, ""));
    Some(found.point(point).fix(fix))
}

/// `ldr $t0, [$t1, #4]`: an address as ARM writes it.
fn address_in_brackets(token: &str, snippet: Option<&Snippet>) -> Option<Explanation> {
    token.strip_prefix('[')?;
    let snippet = snippet?;
    let line = TokenLine::read(&snippet.text);
    let inner = snippet.text.get(snippet.range.start + 1..)?.split(']').next()?;
    let (register, offset) = inner.split_once(',').unwrap_or((inner, "0"));
    let offset = offset.trim().trim_start_matches('#');
    let foreign = names::FOREIGN.iter().find(|f| f.name.eq_ignore_ascii_case(line.head()));
    let name = match foreign.map(|foreign| foreign.instead) {
        Some([one]) => one.split(' ').next().unwrap_or_default(),
        _ => line.head(),
    };
    let first = line.statement().get(1).map_or("", |token| token.raw(&snippet.text));
    let fixed = format!("{name} {first}, {offset}({})", register.trim());
    let (title, label) = ("MIPS writes an address without brackets", "expected `offset(register)`");
    let help = match assembles(&fixed) {
        true => instead("write", vec![fixed]),
        false => "the register of an address is in parentheses, behind an offset in bytes: \
                  `lw $t0, 4($t1)`"
            .into(),
    };
    let notes = foreign.map(|foreign| format!("`{}` {}", foreign.name, foreign.why));
    Some(Explanation::new(title).label(label).notes(notes).help(help))
}

/// Numbers in a spelling that MARS does not know.
fn number(token: &str, snippet: Option<&Snippet>) -> Option<Explanation> {
    let shown = shorten(token);
    let (sign, digits) = match token.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", token.strip_prefix('+').unwrap_or(token)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some((offset, register)) = digits.split_once('$')
        && crate::isa::reg::integer(&format!("${register}")).is_some()
    {
        let title = format!("`{shown}` is neither a number nor a register");
        let help =
            format!("the register of an address is in parentheses: `{sign}{offset}(${register})`");
        let found = Explanation::new(title).label("expected `offset(register)`").help(help);
        return Some(found.words_instead(snippet, &[&format!("{sign}{offset}(${register})")]));
    }
    let mut meant = None;
    let lower = digits.to_ascii_lowercase();
    let all = |text: &str, allowed: fn(char) -> bool| text.chars().all(allowed);
    let is_hex = |text: &&str| all(text, |c| c.is_ascii_hexdigit());
    let bits = lower.strip_prefix("0b").filter(|bits| all(bits, |c| matches!(c, '0' | '1')));
    let mut label = "expected a number";
    let (title, help) = if let Some(bits) = bits {
        let help = match u32::from_str_radix(bits, 2) {
            Ok(value) => {
                meant = Some(format!("{sign}0x{value:x}"));
                format!("write {sign}0x{value:x} or {sign}{value}")
            }
            Err(_) => "write it in hexadecimal, with at most eight digits".to_string(),
        };
        ("MARS has no binary constants".to_string(), help)
    } else if let Some(hex) = lower.strip_prefix("0x") {
        if !hex.is_empty() && is_hex(&hex) {
            label = "too large";
            let help = "a register holds 32 bits: at most eight digits after `0x`".to_string();
            (format!("`{shown}` has more than 32 bits"), help)
        } else {
            let help = "after `0x` stand digits and the letters a to f".to_string();
            (format!("`{shown}` is not a hexadecimal number"), help)
        }
    } else if let Some(hex) = lower.strip_suffix('h').filter(is_hex) {
        let hex = hex.trim_start_matches('0');
        let hex = if hex.is_empty() { "0" } else { hex };
        meant = Some(format!("{sign}0x{hex}"));
        let help = format!("hexadecimal numbers begin with `0x`: 0x{hex}");
        (format!("`{shown}` is not a number in MARS"), help)
    } else if lower.contains('_') && all(&lower, |c| c.is_ascii_digit() || c == '_') {
        let plain = format!("{sign}{}", lower.replace('_', ""));
        let help = format!("write {plain}");
        meant = Some(plain);
        ("a number can't contain `_`".to_string(), help)
    } else if all(&lower, |c| c.is_ascii_alphanumeric() || c == '_') {
        label = "begins with a digit";
        let help = format!("a name can't begin with a digit: `_{shown}` can be a label");
        (format!("`{shown}` is neither a number nor a name"), help)
    } else {
        return None;
    };
    let found = Explanation::new(title).label(label).help(help);
    Some(match meant {
        Some(meant) => found.words_instead(snippet, &[&meant]),
        None => found,
    })
}

/// Syntax of other languages.
fn foreign_syntax(token: &str, line: &str, snippet: Option<&Snippet>) -> Option<Explanation> {
    let foreign = "not MIPS syntax";
    let (title, label, help) = if token == "%" {
        (
            "`%` stands alone",
            "expected a macro parameter such as `%x`",
            "the name of a parameter follows `%` directly; for a remainder use `rem`".to_string(),
        )
    } else if let Some((array, rest)) = token.split_once('[') {
        let index = rest.trim_end_matches(']');
        let plain = array.chars().all(|c| c.is_alphanumeric() || c == '_');
        let help = if index.starts_with('$') && plain {
            format!(
                "write `{}({})`; the register counts bytes, so multiply a word index by 4 first",
                shorten(array),
                shorten(index)
            )
        } else {
            "arrays are addressed by a register in parentheses, which counts bytes: \
             `lw $t0, array($t1)`"
                .to_string()
        };
        // A number in front can only be an offset in bytes.
        let fix = snippet.filter(|_| array.parse::<i16>().is_ok()).and_then(|snippet| {
            let written = format!("{array}[{index}]");
            let start = snippet.text.get(snippet.range.start..)?.starts_with(&written);
            let range = snippet.range.start..snippet.range.start + written.len();
            start.then(|| Fix::bytes(range, format!("{array}({index})")))
        });
        return Some(say("brackets have no meaning here", foreign, help).fix(fix));
    } else if let Some((left, right)) = token.split_once('=') {
        let help = if line.trim_start().starts_with('$') {
            "to put a constant in a register: `li $t0, 5`; to copy a register: `move $t0, $t1`"
                .to_string()
        } else if !left.is_empty() && !right.is_empty() && !left.starts_with('$') {
            format!("to give a constant a name: `.eqv {} {}`", shorten(left), shorten(right))
        } else {
            "to give a constant a name: `.eqv NAME 5`; for a variable: `name: .word 5` in the data \
             segment"
                .to_string()
        };
        let found = say("assembly has no assignments with `=`", foreign, help);
        return Some(found.fix(constant(line)));
    } else if token.contains(['{', '}']) {
        let help = "blocks are made with labels and branches".to_string();
        ("assembly has no blocks in braces", foreign, help)
    } else if token.contains(['*', '/', '<', '>', '&', '|', '^', '~', '!']) {
        let title = format!("the assembler does not calculate `{}`", shorten(token));
        return Some(Explanation::new(title).label("expressions are not allowed").help(
            "work it out and write the result, or give the result a name with `.eqv`; at run time \
             use instructions such as `mul` or `sll`",
        ));
    } else if token.ends_with('\\') {
        let help =
            "a statement is on one line; only data lists continue on the next, without a mark";
        ("`\\` does not continue a line", foreign, help.to_string())
    } else {
        return None;
    };
    Some(Explanation::new(title).label(label).help(help))
}

/// `SIZE = 10` as an `.eqv`.
fn constant(line: &str) -> Option<Fix> {
    let code = line.split('#').next()?;
    let (name, value) = code.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let range = code.len() - code.trim_start().len()..code.trim_end().len();
    (is_name && crate::java::string_to_int(value).is_some())
        .then(|| Fix::bytes(range, format!(".eqv {name} {value}")))
}

fn unknown(token: &str) -> Explanation {
    let allowed = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut odd: Vec<char> = Vec::new();
    for c in token.chars().filter(|c| !allowed(c)) {
        if !odd.contains(&c) && odd.len() < 4 {
            odd.push(c);
        }
    }
    let list = odd.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ");
    let title = if odd.is_empty() {
        format!("`{}` is neither a number nor a name", shorten(token))
    } else {
        format!("{list} can't stand here")
    };
    let help = "names are made of letters, digits, `_`, `.` and `$`".to_string();
    Explanation::new(title).label("not part of the language").help(help)
}
