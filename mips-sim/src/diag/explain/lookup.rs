//! Names that were not found: instructions, macros, labels and directives (`E0009`, `E0010`,
//! `E0017`, `W0003`).

use super::super::{Diagnostic, Snippet};
use super::data::{CONTINUES, lacks_colon};
use super::nearest::nearest;
use super::statement::{Operand, Statement, assembles};
use super::{Explanation, did_you_mean, instead, names, place, say, shorten, with_code};
use crate::asm::directive::{DIRECTIVES, Directive};
use crate::asm::lex::TokenKind;
use crate::asm::{Assembly, MacroInfo};
use crate::isa::forms::FORMS;

/// The first word of a statement is not an instruction.
pub(super) fn operator(name: &str, diagnostic: &Diagnostic, assembly: &Assembly) -> Explanation {
    let snippet = diagnostic.snippet.as_ref();
    let shown = shorten(name);
    let statement = snippet.and_then(Statement::of);
    let operands: Vec<Operand<'_>> =
        statement.as_ref().map(|s| s.operands().collect()).unwrap_or_default();
    let kinds: String = operands.iter().map(Operand::letter).collect();
    let title = format!("`{shown}` is not an instruction");
    let label = "expected an instruction, a directive or a macro";

    if let Some(later) = defined(name, assembly) {
        let here = snippet.map(|s| s.file);
        let title = format!("the macro `{shown}` is used before it is defined");
        return Explanation::new(title)
            .label("not known yet")
            .note(format!("it is defined at {}", place(assembly, later.defined, here)))
            .help("move the definition above its first use; the top of the file is a good place");
    }
    if let Some(statement) = &statement
        && statement.head_kind() != TokenKind::Identifier
    {
        return not_a_word(statement, &kinds);
    }
    let mut help = Vec::new();
    if kinds.starts_with(':') {
        return second_label();
    }
    if let Some(label) = renamed_inside(name).filter(|_| !diagnostic.trace.is_empty()) {
        return replaced(label, format!("`{shown}` is what became of it"));
    }
    if kinds.starts_with("-n:") || kinds.starts_with("-i:") {
        return Explanation::new("a label can't contain `-`")
            .label("a name ends before `-`")
            .help("use `_` in names");
    }
    if let Some(foreign) = names::FOREIGN.iter().find(|f| f.name.eq_ignore_ascii_case(name)) {
        let note = format!("`{}` {}", foreign.name, foreign.why);
        let lines = filled(foreign.instead, &operands, statement.as_ref());
        let help = match lines {
            Some(lines) => instead("write", lines),
            None => {
                with_code("use", &foreign.instead.iter().map(|l| general(l)).collect::<Vec<_>>())
                    .into()
            }
        };
        return Explanation::new(title).label(label).note(note).help(help);
    }
    if Directive::find(&format!(".{name}")).is_some() {
        let help = format!("a directive begins with a dot: `.{}`", name.to_lowercase());
        let dotted = format!(".{}", name.to_lowercase());
        let found = Explanation::new(title).label(label).help(help);
        return found.words_instead(snippet, &[&dotted]);
    }
    // `loop add $t0, …` and a lone `loop`: most likely a label without its colon.
    let next = operands.first().map(|operand| operand.kind);
    let before_statement = matches!(next, Some(TokenKind::Operator(_) | TokenKind::Directive(_)));
    let colon = format!("{name}:");
    let mut words: Vec<&str> = Vec::new();
    if before_statement || operands.is_empty() && near_mnemonic(name).is_empty() {
        help.push(format!("if it is a label, a colon is missing: `{shown}:`"));
        words.push(&colon);
    }
    let macros = assembly.macros.iter().map(|m| m.name.as_str());
    let near = nearest(name, FORMS.mnemonics.iter().map(|m| m.name).chain(macros));
    if !before_statement && let Some(question) = did_you_mean(&near) {
        help.push(question);
        words.extend(&near);
    }
    if help.is_empty() {
        help.push("`fivetwelve isa` lists all instructions".into());
    }
    if operands.iter().any(|operand| operand.text == "=") {
        help.push(
            "assembly has no assignments: use `li`, `move` or an instruction that calculates"
                .into(),
        );
    }
    let found = Explanation::new(title).label(label).words_instead(snippet, &words);
    Explanation { help, ..found }
}

/// `a: b: nop`
pub(super) fn second_label() -> Explanation {
    say(
        "only one label can stand on a line",
        "a second label",
        "put each label on a line of its own",
    )
}

/// A label of a macro that was renamed in the wrong place.
fn replaced(name: &str, label: String) -> Explanation {
    let title = format!("the macro's label `{0}` was replaced in the wrong place", shorten(name));
    Explanation::new(title)
        .label(label)
        .note(
            "in each expansion MARS gives the labels of a macro a number, and puts it at the first \
             place in the line where the letters occur, even in the middle of a word",
        )
        .help(
            "choose a longer name for the label, one that is not part of any other word in the \
             macro",
        )
}

/// The label in a word such as `l_M0a`, which was `la` before a label `l` was given a number.
fn renamed_inside(word: &str) -> Option<&str> {
    let at = word.find("_M")?;
    let rest = &word[at + 2..];
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < rest.len();
    (numbered && (at > 0) && !digits.is_empty()).then_some(&word[..at])
}

fn near_mnemonic(name: &str) -> Vec<&'static str> {
    nearest(name, FORMS.mnemonics.iter().map(|m| m.name))
}

/// A statement that begins with a register, a number, a string or punctuation.
fn not_a_word(statement: &Statement<'_>, kinds: &str) -> Explanation {
    let head = shorten(statement.head());
    let words = |title: String, help: &str| say(title, "expected an instruction", help);
    match statement.head_kind() {
        TokenKind::RegisterName | TokenKind::RegisterNumber | TokenKind::FpRegister => words(
            format!("a line can't begin with the register `{head}`"),
            "the instruction comes first: `add $t0, $t1, $t2`",
        ),
        TokenKind::String => words(
            "a line of code can't begin with a string".into(),
            &format!("text is stored in the data segment: `.asciiz {head}` below `.data`"),
        ),
        TokenKind::Parameter => words(
            format!("the macro parameter `{head}` is outside a macro"),
            "parameters can be used between `.macro` and `.end_macro` only",
        ),
        _ if kinds.starts_with(':') => {
            words(format!("`{head}` can't be a label"), "a label begins with a letter or `_`")
        }
        kind if kind.is_integer() || kind == TokenKind::Real => words(
            format!("a line of code can't begin with the number `{head}`"),
            "numbers are stored in the data segment: `.word 5` below `.data`",
        ),
        _ => words(
            format!("a line can't begin with `{head}`"),
            "a line is: label, colon, instruction, operands; each of them may be missing",
        ),
    }
}

/// The replacement of a foreign instruction with the operands that were given.
fn filled(
    instead: &[&str],
    operands: &[Operand<'_>],
    statement: Option<&Statement<'_>>,
) -> Option<Vec<String>> {
    let parts = pieces(operands, statement?);
    let mut lines = Vec::new();
    for template in instead {
        let mut line = String::new();
        for c in template.chars() {
            match c {
                'A'..='C' => line.push_str(parts.get(usize::from(c as u8 - b'A'))?),
                c => line.push(c),
            }
        }
        if !assembles(&line) {
            return None;
        }
        lines.push(line);
    }
    Some(lines)
}

/// The operands as a person counts them: `4($t0)` is one.
fn pieces<'a>(operands: &[Operand<'a>], statement: &Statement<'a>) -> Vec<&'a str> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    let mut depth = 0;
    for operand in operands {
        let letter = operand.letter();
        let joins = depth > 0
            || matches!(letter, '(' | '+')
            || ranges.last().is_some_and(|last| {
                last.end == operand.range.start && statement.slice(last.clone()).ends_with('+')
            });
        match (letter, ranges.last_mut()) {
            (_, Some(last)) if joins => last.end = operand.range.end,
            _ => ranges.push(operand.range.clone()),
        }
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    ranges.into_iter().map(|range| statement.slice(range)).collect()
}

/// A template for people who gave no operands to fill in: with the first samples that assemble.
fn general(template: &str) -> String {
    for a in ["$t0", "$f0", "label"] {
        for b in ["$t1", "$f2", "5", "label"] {
            for c in ["$t2", "5", "label"] {
                let line = template.replace('A', a).replace('B', b).replace('C', c);
                if assembles(&line) {
                    return line;
                }
            }
        }
    }
    template.to_string()
}

fn defined<'a>(name: &str, assembly: &'a Assembly) -> Option<&'a MacroInfo> {
    assembly.macros.iter().find(|candidate| candidate.name == name)
}

/// A macro with other numbers of parameters.
pub(super) fn macro_call(
    name: &str,
    given: usize,
    defined: &[(usize, u32)],
    diagnostic: &Diagnostic,
    assembly: &Assembly,
) -> Explanation {
    let shown = shorten(name);
    let statement = diagnostic.snippet.as_ref().and_then(Statement::of);
    let kinds: String =
        statement.iter().flat_map(|s| s.operands()).map(|operand| operand.letter()).collect();
    let parenthesized = kinds.len() > 1 && kinds.starts_with('(') && kinds.ends_with(')');
    let given = if parenthesized { kinds.len() - 2 } else { given };
    let mut counts: Vec<usize> = defined.iter().map(|(count, _)| *count).collect();
    counts.sort_unstable();
    counts.dedup();
    let takes = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
    let plural = if counts == [1] { "argument" } else { "arguments" };
    let mut notes: Vec<String> = defined
        .iter()
        .take(3)
        .map(|(count, line)| {
            format!("`{shown}` with {} is defined at line {line}", counted(*count, "parameter"))
        })
        .collect();
    let below = assembly.macros.iter().find(|m| {
        m.name == name && m.parameters == given && !defined.iter().any(|(n, _)| *n == given)
    });
    let mut help = Vec::new();
    if let Some(below) = below {
        let at = place(assembly, below.defined, diagnostic.snippet.as_ref().map(|s| s.file));
        notes.push(format!(
            "`{shown}` with {} is defined below, at {at}",
            counted(given, "parameter")
        ));
        help.push("move that definition above its first use".to_string());
    }
    let inner = if parenthesized { &kinds[1..kinds.len() - 1] } else { kinds.as_str() };
    if inner.contains(['(', '-', '+']) {
        help.push(
            "every word is an argument: `4($t0)` counts as four, `-x` as two; load such a value \
             into a register and pass that"
                .to_string(),
        );
    }
    Explanation {
        title: format!(
            "the macro `{shown}` takes {takes} {plural}, but {given} {} given",
            if given == 1 { "was" } else { "were" }
        ),
        label: format!("{} given", counted(given, "argument")),
        notes,
        help,
        ..Explanation::default()
    }
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

/// A label that is defined nowhere.
pub(super) fn symbol(name: &str, diagnostic: &Diagnostic, assembly: &Assembly) -> Explanation {
    let snippet = diagnostic.snippet.as_ref();
    let here = snippet.map(|s| s.file);
    let shown = shorten(name);
    let unknown = Explanation::new(format!("there is no label `{shown}`")).label("not defined");
    let symbols = &assembly.image.symbols;
    let in_other = symbols.iter().find(|symbol| symbol.name == name && symbol.file.is_some());
    if let Some(symbol) = in_other {
        let other = place(assembly, symbol.defined, here);
        let title = format!("the label `{shown}` belongs to another file");
        return Explanation::new(title)
            .label("not visible here")
            .note(format!("it is defined at {other}"))
            .help(format!("make it visible to all files: `.globl {shown}` in that file"));
    }
    if let Some(rest) = name.strip_prefix('$')
        && rest.trim_start_matches('f').parse::<u32>().is_ok_and(|n| n > 31)
    {
        let title = "this instruction uses a pair of registers, and there is no next one";
        return Explanation::new(title)
            .label("the last register has no partner")
            .help("use an even register below the last");
    }
    let renamed = |s: &Snippet| s.text.contains(&format!("{name}_M"));
    if !diagnostic.trace.is_empty() && snippet.is_some_and(renamed) {
        return replaced(name, "still without its number".into());
    }
    if let Some(guess) = names::register(name) {
        let title = format!("`{shown}` is neither a register nor a label");
        let help = guess.name.iter().map(|name| format!("did you mean `{name}`?")).collect();
        let found = Explanation::new(title).label(guess.reason);
        let words: Vec<&str> = guess.name.iter().map(String::as_str).collect();
        return Explanation { help, ..found.words_instead(snippet, &words) };
    }
    if let Some(note) = snippet.and_then(|s| first_word(s, name)).filter(|_| in_data(diagnostic)) {
        if snippet.is_some_and(lacks_colon) {
            return unknown
                .note(note)
                .help(format!("if it is a label, a colon is missing: `{shown}:`"))
                .words_instead(snippet, &[&format!("{name}:")]);
        }
        return unknown
            .note(note)
            .help("if it is an instruction, check its spelling, and write `.text` above it");
    }
    if let Some(line) = snippet.and_then(|s| eqv_below(s, name, assembly)) {
        return eqv_too_late(name, line);
    }
    let near = nearest(name, symbols.iter().map(|symbol| symbol.name.as_str()));
    let help = did_you_mean(&near).unwrap_or_else(|| {
        format!("define it by writing `{shown}:` before the line that it names")
    });
    unknown.help(help).words_instead(snippet, &near)
}

/// A name used before its `.eqv`.
pub(super) fn eqv_too_late(name: &str, line: u32) -> Explanation {
    let shown = shorten(name);
    Explanation::new(format!("`{shown}` is used above its `.eqv`"))
        .label("not known yet")
        .note(format!("`.eqv {shown}` is at line {line}"))
        .help("move the `.eqv` to the top of the file")
}

/// Data directives look labels up in the first pass, instructions in the second.
fn in_data(diagnostic: &Diagnostic) -> bool {
    diagnostic.stage == super::super::Stage::Parse
}

/// A name at the start of a line of the data segment goes on with the directive before it.
fn first_word(snippet: &Snippet, name: &str) -> Option<String> {
    let statement = Statement::of(snippet)?;
    let first = statement.head() == name && statement.head_range() == snippet.range;
    first.then(|| CONTINUES.to_string())
}

/// The line of an `.eqv` of this name below the use.
pub(super) fn eqv_below(snippet: &Snippet, name: &str, assembly: &Assembly) -> Option<u32> {
    let file = assembly.sources.file(snippet.file);
    // Far enough for any program by hand, and not too far for one of a million lines.
    let last = file.line_count().min(snippet.line.saturating_add(20_000));
    (snippet.line + 1..=last).find(|number| {
        let mut words = file.line(*number).split([' ', '\t', ',']).filter(|word| !word.is_empty());
        words.next().is_some_and(|word| word.eq_ignore_ascii_case(".eqv"))
            && words.next() == Some(name)
    })
}

/// A directive that MARS does not know.
pub(super) fn directive(name: &str, snippet: Option<&Snippet>) -> Explanation {
    let shown = shorten(name);
    let title = format!("`{shown}` is not a directive of MARS; the line is ignored");
    let foreign =
        names::FOREIGN_DIRECTIVES.iter().find(|(other, ..)| other.eq_ignore_ascii_case(name));
    let bare = name.trim_start_matches('.');
    let near = nearest(name, DIRECTIVES.iter().map(|row| row.1));
    let help = match (foreign, did_you_mean(&near)) {
        (Some((_, Some(instead), why)), _) => format!("use `{instead}` ({why})"),
        (Some((_, None, why)), _) => format!("`{shown}` {why}"),
        (None, Some(question)) => question,
        _ if FORMS.find(bare).is_some() => format!("an instruction has no dot: `{bare}`"),
        _ => "`fivetwelve isa` lists all directives".to_string(),
    };
    let words = match foreign {
        Some((_, instead, _)) => instead.iter().copied().collect(),
        None if near.is_empty() && FORMS.find(bare).is_some() => vec![bare],
        None => near,
    };
    let found = Explanation::new(title).label("this line does nothing").help(help);
    found.words_instead(snippet, &words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_names_are_foreign_and_their_replacements_are_not() {
        for foreign in names::FOREIGN {
            assert!(FORMS.find(foreign.name).is_none(), "{}", foreign.name);
            for line in foreign.instead {
                assert!(assembles(&general(line)), "{}: {line}", foreign.name);
            }
        }
        for (name, instead, _) in names::FOREIGN_DIRECTIVES {
            assert!(Directive::find(name).is_none(), "{name}");
            assert!(instead.is_none_or(|name| Directive::find(name).is_some()), "{name}");
        }
    }
}
