//! Directives with operands that they don't take.

use super::super::Snippet;
use super::fix::Fix;
use super::statement::Statement;
use super::{Explanation, did_you_mean, names, nearest, operands_of, shorten};
use crate::asm::Assembly;
use crate::asm::directive::Directive;
use crate::asm::lex::TokenKind;
use crate::isa::forms::FORMS;

/// `.space` and `.align` with none or several operands.
pub(super) fn one_operand(directive: &str, snippet: Option<&Snippet>) -> Explanation {
    Explanation::new(format!("`{}` takes exactly one constant", shorten(directive)))
        .label("expected one constant")
        .point(operands_of(snippet))
        .help(match directive.eq_ignore_ascii_case(".align") {
            true => "for example `.align 2` for a multiple of 4",
            false => {
                "for example `.space 40` for 40 bytes, which is ten words; the assembler does not \
                 multiply"
            }
        })
}

/// An operand of `.ascii` or `.asciiz` that is not a text.
pub(super) fn not_string(text: &str, snippet: Option<&Snippet>) -> Explanation {
    let shown = shorten(text);
    let words = Explanation::new(format!("`{shown}` is not a string"));
    if let Some(snippet) = snippet.filter(|snippet| lacks_colon(snippet)) {
        return words
            .label("not in quotes")
            .note(CONTINUES)
            .help(format!("if it is a label, a colon is missing: `{shown}:`"))
            .words_instead(Some(snippet), &[&format!("{text}:")]);
    }
    words.label("expected a text in quotes").help(if text.parse::<i64>().is_ok() {
        "numbers are stored with `.byte` or `.word`; text is written between quotes: \"text\""
    } else {
        "text is written between straight quotes: \"text\""
    })
}

/// Why a name at the start of a line of the data segment is taken for data.
pub(super) const CONTINUES: &str = "this line is in the data segment and begins with a name, so it \
     continues the data before it";

/// Whether the line of a snippet begins with a name before a directive: most likely a label without its
/// colon, which makes a mistake of every word on it.
pub fn lacks_colon(snippet: &Snippet) -> bool {
    Statement::of(snippet).is_some_and(|statement| {
        let next = statement.operands().next();
        statement.head_kind() == TokenKind::Identifier
            && next.is_some_and(|next| matches!(next.kind, TokenKind::Directive(_)))
    })
}

/// A value in `.word`, `.half` or `.byte` that is none.
pub(super) fn not_integer(text: &str, snippet: Option<&Snippet>) -> Explanation {
    let shown = shorten(text);
    let words = Explanation::new(format!("`{shown}` can't be stored as an integer"))
        .label("expected an integer or a label");
    let head = snippet.and_then(Statement::of).map(|s| s.head().to_string());
    let directive = head.as_deref().is_some_and(|head| head.starts_with('.'));
    let registers = text.starts_with('$') || names::register(text).is_some();
    let letter = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let letter = letter.filter(|text| text.chars().count() == 1 && !text.contains(['\'', '\\']));
    if let Some(letter) =
        letter.filter(|_| head.is_some_and(|head| head.eq_ignore_ascii_case(".byte")))
    {
        let meant = format!("'{letter}'");
        return Explanation::new("a string can't be stored as an integer")
            .label("expected an integer")
            .help(format!("a single character is written between apostrophes: {meant}"))
            .words_instead(snippet, &[&meant]);
    }
    if text.starts_with('"') {
        return Explanation::new("a string can't be stored as an integer")
            .label("expected an integer or a label")
            .help(format!("text is stored with `.asciiz {shown}`"))
            .fix(instead_of_integers(snippet, ".asciiz", |kind| kind == TokenKind::String));
    }
    if registers && !directive {
        return words
            .note(CONTINUES)
            .help("if it is an instruction, check its spelling, and write `.text` above it");
    }
    if registers {
        return words.help("data is stored before the program starts: a register has no value yet");
    }
    if matches!(text, "+" | "-") {
        return words.help("the assembler does not calculate; write the result");
    }
    if text == ":" {
        return words.help(
            "`value : count` must stand alone after the directive; write the other \
                 values on a line of their own",
        );
    }
    if text.starts_with('%') {
        return words.help("macro parameters can be used between `.macro` and `.end_macro` only");
    }
    if Directive::find(text).is_some() {
        return words.help("a directive stands alone on its line, behind labels with their colons");
    }
    if FORMS.find(text).is_some() {
        return words.help(format!(
            "`{shown}` is an instruction; a label of that name can't be stored, so rename it"
        ));
    }
    if text.contains('.') || text.contains(['e', 'E']) {
        let number = |kind: TokenKind| kind == TokenKind::Real || kind.is_integer();
        return words
            .help("numbers with a point are stored with `.float` or `.double`")
            .fix(instead_of_integers(snippet, ".float", number));
    }
    words
}

/// Another directive, if it takes all the values.
fn instead_of_integers(
    snippet: Option<&Snippet>,
    directive: &str,
    takes: impl Fn(TokenKind) -> bool,
) -> Option<Fix> {
    let statement = snippet.and_then(Statement::of)?;
    let integers = [".word", ".half", ".byte"];
    let fits = integers.iter().any(|name| statement.head().eq_ignore_ascii_case(name))
        && statement.operands().all(|operand| takes(operand.kind));
    fits.then(|| Fix::bytes(statement.head_range(), directive))
}

/// `.globl` of a label that this file lacks.
pub(super) fn global_undefined(
    name: &str,
    snippet: Option<&Snippet>,
    assembly: &Assembly,
) -> Explanation {
    let here = snippet.map(|snippet| snippet.file);
    let shown = shorten(name);
    let symbols = &assembly.image.symbols;
    let words = Explanation::new(format!("`.globl {shown}`, but this file has no label `{shown}`"))
        .label("not defined in this file");
    if symbols.iter().any(|symbol| symbol.name == name && symbol.file.is_none()) {
        return words
            .note("the label is global already")
            .help("write `.globl` once, in the file that defines the label; remove the others");
    }
    let own = symbols.iter().filter(|s| s.file.is_none() || s.file == here);
    let near = nearest::nearest(name, own.map(|symbol| symbol.name.as_str()));
    match did_you_mean(&near) {
        Some(question) => words.help(question).words_instead(snippet, &near),
        None => words.help(format!("define it by writing `{shown}:` before a line of this file")),
    }
}

/// A value that loses its upper bits.
pub(super) fn truncated(text: &str, bytes: u32) -> Explanation {
    let shown = shorten(text);
    let value = crate::java::string_to_int(text).unwrap_or(0);
    let (directive, load, low, high, mask, back, wider) = match bytes {
        1 => (".byte", "lb", -128, 127, 0xff, i32::from(value as i8), "`.half` or `.word`"),
        _ => (".half", "lh", -32768, 32767, 0xffff, i32::from(value as i16), "`.word`"),
    };
    let (stored, width) = (value & mask, 2 * bytes as usize);
    let words = Explanation::new(format!(
        "`{directive}` holds {low} to {high}; {shown} is stored as 0x{stored:0width$x}"
    ))
    .label(format!("loads back as {back} with `{load}`"));
    if value == stored {
        words
            .note(format!("the bits are all there: only a signed load takes them for {back}"))
            .help(format!("load it with `{load}u`, which gives {stored}"))
    } else {
        words.help(format!("use {wider} for a number of this size"))
    }
}
