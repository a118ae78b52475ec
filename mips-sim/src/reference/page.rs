//! Lays the facts out: a page is a list of blocks, which become text for a terminal or Markdown.
//! Also the overview of everything, and the files of `docs/reference`.

use std::fmt::Write;

use super::{EXAMPLE_ADDRESS, EXAMPLE_TARGET, Field, Line, Topic, example_word, fields, samples};
use crate::asm::directive::DIRECTIVES;
use crate::host::{Parameter, SERVICES, Service};
use crate::isa::Slot;
use crate::isa::forms::{FORMS, Mnemonic};

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line of syntax; the blocks up to the next one belong to it.
    Syntax(String),
    /// A heading within a page.
    Heading(&'static str),
    /// A paragraph, with code in backticks.
    Text(String),
    /// Lines of code.
    Code(Vec<String>),
    /// Facts with their names.
    Facts(Vec<(String, String)>),
}

impl Topic {
    /// The page as blocks, without its title.
    pub fn blocks(&self) -> Vec<Block> {
        match self {
            Topic::Instruction(page) => {
                let mut blocks = basic_blocks(page);
                if page.pseudo_doc.is_some() {
                    blocks.push(Block::Heading("Pseudo-instruction"));
                    blocks.extend(pseudo_blocks(page));
                }
                if page.name == "syscall" {
                    blocks.push(Block::Heading("Services"));
                    let rows = SERVICES.iter();
                    let rows = rows.map(|row| (row.number.to_string(), row.name.to_string()));
                    blocks.push(Block::Facts(rows.collect()));
                }
                blocks
            }
            Topic::Directive(directive) => {
                let (_, _, syntax, doc) = DIRECTIVES[*directive as usize];
                vec![Block::Syntax(syntax.to_string()), Block::Text(doc.to_string())]
            }
            Topic::Service(service) => service_blocks(service),
            Topic::Register(register) => {
                let kind = if register.float { "Floating-point register" } else { "Register" };
                vec![Block::Text(format!(
                    "{kind} {}. {} {}",
                    register.number,
                    register.role.usage,
                    register.role.saver.rule()
                ))]
            }
        }
    }

    /// The title of the page.
    pub fn title(&self) -> String {
        match self {
            Topic::Instruction(page) => page.name.to_string(),
            Topic::Directive(directive) => directive.name().to_string(),
            Topic::Service(service) => format!("syscall {}: {}", service.number, service.name),
            Topic::Register(register) => register.name.clone(),
        }
    }
}

fn service_blocks(service: &Service) -> Vec<Block> {
    let list = |parameters: &[Parameter]| match Parameter::list(parameters) {
        text if text.is_empty() => "none".to_string(),
        text => text,
    };
    let facts = vec![
        ("number".to_string(), format!("$v0 = {}", service.number)),
        ("arguments".to_string(), list(service.arguments)),
        ("result".to_string(), list(service.results)),
    ];
    vec![Block::Text(service.doc.to_string()), Block::Facts(facts)]
}

/// The machine instructions of a page.
fn basic_blocks(page: &Mnemonic) -> Vec<Block> {
    let mut blocks = Vec::new();
    for op in page.basic() {
        let row = op.row();
        blocks.push(Block::Syntax(row.example.to_string()));
        blocks.push(Block::Text(row.doc.to_string()));
        let mut facts = vec![("bits".to_string(), format!("`{}`", row.bits))];
        let fields: Vec<String> = fields(op).map(|field| field.text()).collect();
        if !fields.is_empty() {
            facts.push(("fields".to_string(), fields.join(", ")));
        }
        let slots = row.shape.slots();
        let from = if slots.contains(&Slot::Branch) || slots.contains(&Slot::Label) {
            format!(" at 0x{EXAMPLE_ADDRESS:08x}, with the label at 0x{EXAMPLE_TARGET:08x}")
        } else {
            String::new()
        };
        facts.push(("word".to_string(), format!("`0x{:08x}`{from}", example_word(op))));
        blocks.push(Block::Facts(facts));
    }
    blocks
}

/// The pseudo forms of a page, with a legend for what their expansions use.
fn pseudo_blocks(page: &Mnemonic) -> Vec<Block> {
    let mut blocks: Vec<Block> =
        page.pseudo_doc.iter().map(|doc| Block::Text((*doc).to_string())).collect();
    let mut lines = Vec::new();
    let mut code = |expansion: Vec<Line>| {
        let block = Block::Code(expansion.iter().map(Line::shown).collect());
        lines.extend(expansion);
        block
    };
    for form in page.pseudo() {
        blocks.push(Block::Syntax(form.example.clone()));
        blocks.push(code(form.shown_expansion()));
        if let Some(compact) = form.shown_compact() {
            blocks.push(Block::Text("In a compact memory configuration:".to_string()));
            blocks.push(code(compact));
        }
    }
    let legend = legend(page, &lines);
    if !legend.is_empty() {
        blocks.push(Block::Heading("Where"));
        blocks.push(Block::Facts(legend));
    }
    blocks
}

/// Explains the samples and functions that the pseudo forms use, and no others.
fn legend(page: &Mnemonic, lines: &[Line]) -> Vec<(String, String)> {
    let uses = |part: &str| lines.iter().any(|line| line.text.contains(part));
    let takes = |sample: &str| {
        page.pseudo().any(|form| samples(&form.example).any(|operand| operand == sample))
    };
    let all = [
        (takes("10"), "10", "a constant from 0 to 31"),
        (takes("-100"), "-100", "a constant from -32768 to 32767"),
        (takes("100"), "100", "a constant from 0 to 65535, if no form before this one fits"),
        (takes("100000"), "100000", "any constant, if no form before this one fits"),
        (uses("hi("), "hi(x)", "the upper 16 bits of x"),
        (uses("ha("), "ha(x)", "the upper 16 bits of x, plus 1 if lo(x) is negative"),
        (uses("lo("), "lo(x)", "the lower 16 bits of x, as a signed number"),
        (uses("lou("), "lou(x)", "the lower 16 bits of x, as an unsigned number"),
        (uses("skip"), "skip", "the instruction after the `break`"),
    ];
    let used = all.into_iter().filter(|(used, ..)| *used);
    used.map(|(_, name, text)| (name.to_string(), text.to_string())).collect()
}

impl Field {
    fn text(&self) -> String {
        let Field { letter, operand, high, low } = self;
        format!("{letter} = {operand} (bits {high}-{low})")
    }
}

impl Line {
    fn shown(&self) -> String {
        match self.only_delayed {
            true => format!("{}  # only with delayed branching", self.text),
            false => self.text.clone(),
        }
    }
}

/// A page for a terminal of this width: everything that belongs to a syntax line is indented.
pub fn to_text(title: &str, blocks: &[Block], width: usize) -> String {
    let mut text = format!("{title}\n");
    let mut indent = 0;
    for block in blocks {
        match block {
            Block::Syntax(syntax) => {
                indent = 4;
                let _ = write!(text, "\n{syntax}\n");
            }
            Block::Heading(heading) => {
                indent = 0;
                let _ = write!(text, "\n{heading}:\n");
            }
            Block::Text(paragraph) => {
                let gap = if indent == 0 && !text.ends_with(":\n") { "\n" } else { "" };
                text.push_str(gap);
                wrap(&mut text, paragraph, indent, indent, width);
            }
            Block::Code(lines) => {
                for line in lines {
                    let _ = writeln!(text, "{:1$}{line}", "", indent + 4);
                }
            }
            Block::Facts(facts) => {
                let widest = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
                let indent = indent.max(2);
                if !text.ends_with(":\n") {
                    text.push('\n');
                }
                for (name, fact) in facts {
                    let _ = write!(text, "{:indent$}{name:widest$}  ", "");
                    let fact = fact.replace('`', "");
                    wrap(&mut text, &fact, 0, indent + widest + 2, width);
                }
            }
        }
    }
    text
}

/// Writes words with line breaks before the width is exceeded; the first line begins at `first`
/// more columns than there are in it already, the others at `indent`.
fn wrap(text: &mut String, paragraph: &str, first: usize, indent: usize, width: usize) {
    let _ = write!(text, "{:first$}", "");
    let begun = text.rfind('\n').map_or(0, |at| at + 1);
    let mut column = text[begun..].chars().count();
    let mut at_start = true;
    for word in paragraph.split(' ') {
        let length = word.chars().count();
        if !at_start && column + 1 + length > width {
            let _ = write!(text, "\n{:indent$}", "");
            column = indent;
            at_start = true;
        }
        if !at_start {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
        at_start = false;
    }
    text.push('\n');
}

/// A page for Markdown, as a section of a longer document.
pub fn to_markdown(title: &str, blocks: &[Block]) -> String {
    let mut text = format!("## {title}\n");
    for block in blocks {
        text.push('\n');
        let _ = match block {
            Block::Syntax(syntax) => writeln!(text, "### `{syntax}`"),
            Block::Heading(heading) => writeln!(text, "**{heading}:**"),
            Block::Text(paragraph) => writeln!(text, "{}", markdown_code(paragraph)),
            Block::Code(lines) => writeln!(text, "```mips\n{}\n```", lines.join("\n")),
            Block::Facts(facts) => {
                for (name, fact) in facts {
                    let name = if name.contains('(') { format!("`{name}`") } else { name.clone() };
                    let _ = writeln!(text, "- {name}: {}", markdown_code(fact));
                }
                Ok(())
            }
        };
    }
    text
}

/// Puts registers in backticks, where a dollar sign can't be taken for the start of a formula.
fn markdown_code(text: &str) -> String {
    let mut out = String::new();
    for (k, piece) in text.split('`').enumerate() {
        if k > 0 {
            out.push('`');
        }
        if k % 2 == 1 {
            out.push_str(piece);
            continue;
        }
        let mut rest = piece;
        while let Some(at) = rest.find('$') {
            let name = &rest[at + 1..];
            let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
            let _ = write!(out, "{}`${}`", &rest[..at], &name[..end]);
            rest = &name[end..];
        }
        out.push_str(rest);
    }
    out
}

/// A part of the overview.
#[derive(Debug)]
pub struct Section {
    /// Its title.
    pub title: &'static str,
    /// An example, or the number and name of a service, and what it does in a few words.
    pub rows: Vec<(String, String)>,
}

/// Everything there is, a row each, in table order.
pub fn overview() -> Vec<Section> {
    let mut instructions = Vec::new();
    let mut pseudo = Vec::new();
    for mnemonic in &FORMS.mnemonics {
        if let Some(op) = mnemonic.basic().next() {
            instructions.push((op.row().example.to_string(), brief(op.row().doc)));
        }
        if let (Some(doc), Some(first)) = (mnemonic.pseudo_doc, mnemonic.pseudo().next()) {
            pseudo.push((first.example.clone(), brief(doc)));
        }
    }
    let directives = DIRECTIVES.iter().map(|row| (row.2.to_string(), brief(row.3))).collect();
    let services = SERVICES
        .iter()
        .map(|service| (format!("{:2} {}", service.number, service.name), brief(service.doc)))
        .collect();
    vec![
        Section { title: "Instructions", rows: instructions },
        Section { title: "Pseudo-instructions", rows: pseudo },
        Section { title: "Directives", rows: directives },
        Section { title: "Syscalls (the number goes into $v0)", rows: services },
    ]
}

/// The first sentence of a description.
fn brief(doc: &str) -> String {
    let sentence = doc.split_once(". ").map_or(doc, |(sentence, _)| sentence);
    sentence.trim_end_matches('.').to_string()
}

/// The overview for a terminal of this width, with rows that are too long cut.
pub fn overview_text(width: usize) -> String {
    let mut text = String::new();
    for group in overview() {
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "{}:", group.title);
        let widest = group.rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, brief) in group.rows {
            let brief = shorten(&brief, width.saturating_sub(widest + 4));
            let _ = writeln!(text, "  {name:widest$}  {brief}");
        }
    }
    text
}

/// Cuts a sentence to a length: behind a clause that stands for itself, or else between words.
fn shorten(sentence: &str, length: usize) -> String {
    let fits = |text: &str| text.chars().count() <= length;
    let clause = sentence.split_once("; ").map_or(sentence, |(clause, _)| clause);
    if fits(sentence) {
        return sentence.to_string();
    }
    if fits(clause) {
        return clause.to_string();
    }
    let mut cut = String::new();
    for word in sentence.split(' ') {
        if !fits(&format!("{cut} {word}…")) {
            break;
        }
        if !cut.is_empty() {
            cut.push(' ');
        }
        cut.push_str(word);
    }
    format!("{}…", cut.trim_end_matches([',', ':', ';']))
}

/// The pages of `docs/reference`: file name and content.
pub fn documents() -> Vec<(&'static str, String)> {
    let mut mnemonics: Vec<&'static Mnemonic> = FORMS.mnemonics.iter().collect();
    mnemonics.sort_by_key(|mnemonic| mnemonic.name);
    let basic = mnemonics.iter().filter(|page| page.basic().next().is_some());
    let pseudo = mnemonics.iter().filter(|page| page.pseudo_doc.is_some());
    let directives = DIRECTIVES.iter().map(|row| Topic::Directive(row.0));
    let section = |topic: Topic| to_markdown(&topic.title(), &topic.blocks());
    vec![
        document(
            "instructions.md",
            "Instructions",
            "Every machine instruction, by name. In a bit pattern the letters `f`, `s` and `t` \
             stand for the first, second and third operand. `fivetwelve isa NAME` shows the same \
             page.",
            basic.map(|page| to_markdown(page.name, &basic_blocks(page))),
        ),
        document(
            "pseudo-instructions.md",
            "Pseudo-instructions",
            "Every form that the assembler turns into other instructions, by name. The forms of a \
             name are tried in this order, after its machine instructions, and the first that fits \
             is taken. Most expansions overwrite `$at`.",
            pseudo.map(|page| to_markdown(page.name, &pseudo_blocks(page))),
        ),
        document(
            "directives.md",
            "Directives",
            "Every directive of the assembler, by name.",
            directives.map(section),
        ),
        document(
            "syscalls.md",
            "Syscalls",
            "Every service of `syscall`, by number. Put the number into `$v0` and the arguments \
             into their registers, then execute `syscall`. Any other number ends the program with \
             an error.",
            SERVICES.iter().map(Topic::Service).map(section),
        ),
    ]
}

fn document(
    file: &'static str,
    title: &str,
    introduction: &str,
    sections: impl Iterator<Item = String>,
) -> (&'static str, String) {
    let note = "Made from the tables of `mips-sim` by `tests/docs.rs`; don't edit it by hand.";
    let mut text = format!("<!-- {note} -->\n\n# {title}\n\n{introduction}\n");
    for section in sections {
        text.push('\n');
        text.push_str(&section);
    }
    (file, text)
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn long_lines_are_wrapped() {
        for name in FORMS.mnemonics.iter().map(|mnemonic| mnemonic.name) {
            let topic = find(name).unwrap();
            for line in to_text(&topic.title(), &topic.blocks(), 80).lines() {
                assert!(line.chars().count() <= 80 && line.trim_end() == line, "{name}: {line:?}");
            }
        }
        assert!(overview_text(60).lines().all(|line| line.chars().count() <= 60));
    }
}
