//! A TextMate grammar: colours for editors and web pages that have no server to ask. Made from the
//! tables; `editors/vscode/syntaxes/mips.tmLanguage.json` is its text.

use mips_sim::asm::directive::DIRECTIVES;
use mips_sim::isa::forms::FORMS;
use mips_sim::isa::reg;

/// The grammar as JSON.
pub fn text_mate() -> String {
    let mnemonics = alternatives(FORMS.mnemonics.iter().map(|mnemonic| mnemonic.name));
    let directives = alternatives(DIRECTIVES.iter().map(|row| &row.1[1..]));
    let registers = alternatives(reg::NAMES.iter().map(|name| &name[1..]));
    // A word ends where no character of a name follows.
    let end = r"(?![\w.$])";
    let rules = [
        ("comment.line.number-sign.mips", "#.*$".to_string()),
        ("entity.name.function.mips", r"[A-Za-z_.$][\w.$]*(?=\s*:)".to_string()),
        ("keyword.control.directive.mips", format!(r"(?i)\.(?:{directives}){end}")),
        ("variable.language.register.mips", format!(r"\$(?:{registers}|f?\d{{1,2}}){end}")),
        ("variable.parameter.mips", r"%[A-Za-z_]\w*".to_string()),
        ("constant.numeric.hex.mips", r"[+-]?\b0[xX][0-9A-Fa-f]+\b".to_string()),
        ("constant.numeric.mips", r"(?<![\w.$])[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b".to_string()),
        ("keyword.mnemonic.mips", format!(r"(?i)(?<![\w.$%])(?:{mnemonics}){end}")),
    ];
    let escape = r"\\(?:[ntbrf0'\\\x22]|[0-7]{3})";
    let mut patterns: Vec<String> = rules.iter().map(|(name, regex)| rule(name, regex)).collect();
    patterns.insert(
        1,
        format!(
            "    {{\n      \"name\": \"string.quoted.double.mips\",\n      \"begin\": {},\n      \
             \"end\": {},\n      \"patterns\": [{{ \"name\": \"constant.character.escape.mips\", \
             \"match\": {} }}]\n    }}",
            quoted("\""),
            quoted("\"|$"),
            quoted(escape)
        ),
    );
    let literal = format!("'(?:[^'\\\\]|{escape})'");
    patterns.insert(2, rule("string.quoted.single.mips", &literal));
    format!(
        "{{\n  \"name\": \"MIPS assembly\",\n  \"scopeName\": \"source.mips\",\n  \"fileTypes\": \
         [\"asm\", \"s\", \"mips\"],\n  \"patterns\": [\n{}\n  ]\n}}\n",
        patterns.join(",\n")
    )
}

fn rule(name: &str, regex: &str) -> String {
    format!("    {{ \"name\": \"{name}\", \"match\": {} }}", quoted(regex))
}

/// Words as one expression, the longer ones first, so that `add` does not hide `addi`.
fn alternatives<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.map(|word| word.replace('.', r"\.")).collect();
    words.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    words.join("|")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
