//! Pseudo-instructions where they are switched off (`E0015`): what to write in their place.

use super::super::Snippet;
use super::statement::Statement;
use super::{Explanation, instead, shorten};
use crate::isa::codec::disassemble;
use crate::isa::forms::{FORMS, Form};

/// Explains a pseudo-instruction under the option that forbids them.
pub(super) fn explain(mnemonic: &str, snippet: Option<&Snippet>) -> Explanation {
    let shown = shorten(mnemonic);
    let words = Explanation::new(format!(
        "this `{shown}` is a pseudo-instruction, and those are switched off"
    ))
    .label("not a machine instruction in this form");
    let statement = snippet.and_then(Statement::of);
    let form = statement.as_ref().and_then(Statement::form);
    let Some(Form::Pseudo(index)) = form else { return words };
    let expansion = &FORMS.pseudo[usize::from(index)].expansion;
    let names: Vec<String> = expansion
        .iter()
        .filter(|template| !template.only_delayed)
        .filter_map(|template| Some(format!("`{}`", template.op?.mnemonic())))
        .collect();
    let lines = statement.as_ref().and_then(expanded);
    let words = words.note(format!("it expands to {}", names.join(", then ")));
    match lines {
        Some(lines) => words.help(instead("write", lines)),
        None => words.help("write those instructions, or allow pseudo-instructions"),
    }
}

/// The basic instructions of a statement, got by assembling it alone. An address would not be the
/// right one there, so a label may only be what is branched to.
fn expanded(statement: &Statement<'_>) -> Option<Vec<String>> {
    let names: Vec<&str> = statement.operands().filter(|o| o.is_name()).map(|o| o.text).collect();
    let target = match names.as_slice() {
        [] => None,
        [name] if statement.branches() => Some(*name),
        _ => return None,
    };
    let mut text = format!("{} {}", statement.head(), statement.slice(statement.operands_range()));
    if let Some(name) = target {
        text.push_str(&format!("\n{name}:"));
    }
    let mut files: &[(&str, &str)] = &[("", &text)];
    let alone = crate::assemble(&[""], &mut files, &crate::AsmOptions::default());
    if !alone.succeeded() {
        return None;
    }
    let words = &alone.image.text;
    let end = words.last()?.address.wrapping_add(4);
    // A branch that is not to the user's label jumps over an instruction of the expansion.
    let label = |address: u32| match target {
        Some(name) if address == end => name.to_string(),
        _ => "over".to_string(),
    };
    Some(words.iter().map(|word| disassemble(word.inst, word.address, &label)).collect())
}
