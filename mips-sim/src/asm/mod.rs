//! The assembler: source files in, [`Image`] and [`Diagnostics`] out.
//!
//! text → tokens (`lex`) → lines with includes and `.eqv` (`lines`) → statements with addresses
//! (`layout`, with `macros`, `directive` and `parse`) → machine words (`emit`). Nothing
//! here fails: what is wrong is collected, and the pipeline goes on as far as it makes sense, so
//! that people see all their mistakes; which of them MARS would have shown is decided when its
//! report is written.

mod advice;
mod data;
pub mod directive;
mod emit;
mod expand;
mod layout;
pub mod lex;
mod lines;
mod macros;
pub(crate) mod parse;
mod place;
mod symbols;

use std::rc::Rc;
use std::sync::Arc;

pub use macros::is_parameter;

use crate::config::MemoryConfig;
use crate::diag::{Diagnostic, Diagnostics, ErrorList, Severity};
use crate::image::Image;
use crate::isa::forms::{FORMS, Form, Template};
use crate::source::{FileId, Loader, SourceMap};

/// How to assemble.
#[derive(Clone, Debug)]
pub struct AsmOptions {
    /// Where the segments lie.
    pub config: MemoryConfig,
    /// Whether branches are delayed, which makes some pseudo-instructions longer.
    pub delayed_branching: bool,
    /// Whether pseudo-instructions are allowed.
    pub pseudo: bool,
    /// Whether a data directive may store words among the instructions.
    pub self_modifying: bool,
    /// Whether a warning keeps the program from being assembled.
    pub warnings_are_errors: bool,
    /// Whether to look for what MARS accepts and students get wrong. Never changes the result.
    pub advice: bool,
    /// Whether to leave a draft of a program with errors, for editors. Changes nothing else.
    pub unfinished: bool,
}

impl Default for AsmOptions {
    fn default() -> Self {
        AsmOptions {
            config: MemoryConfig::default(),
            delayed_branching: false,
            pseudo: true,
            self_modifying: false,
            warnings_are_errors: false,
            advice: false,
            unfinished: false,
        }
    }
}

impl AsmOptions {
    /// The instructions that a pseudo form becomes under these options.
    pub fn expansion(&self, form: u16) -> impl Iterator<Item = &'static Template> {
        let form = &FORMS.pseudo[usize::from(form)];
        let templates = match &form.compact {
            Some(compact) if self.config.compact => compact,
            _ => &form.expansion,
        };
        let delayed = self.delayed_branching;
        templates.iter().filter(move |template| delayed || !template.only_delayed)
    }

    fn words_of(&self, form: Form) -> u32 {
        match form {
            Form::Basic(_) => 1,
            Form::Pseudo(index) => self.expansion(index).count() as u32,
        }
    }
}

/// What came of assembling.
#[derive(Debug)]
pub struct Assembly {
    /// The program; where assembling failed, as much of it as MARS would have stored.
    pub image: Image,
    /// Of a program with errors, if [`AsmOptions::unfinished`] asks for it: the instructions, labels and
    /// data of what has none. A line with an error takes the room of one instruction in it, so that no two
    /// labels meet that are apart; addresses are those of no program.
    pub draft: Option<Box<Image>>,
    /// Everything there is to say.
    pub diagnostics: Diagnostics,
    /// The files that were read.
    pub sources: Arc<SourceMap>,
    /// The macros that were defined, by file and line.
    pub macros: Vec<MacroInfo>,
    /// The bytes that data directives stored or left room for.
    pub data_bytes: u64,
    succeeded: bool,
}

/// A macro of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroInfo {
    /// Its name.
    pub name: String,
    /// How many parameters it takes.
    pub parameters: usize,
    /// Where its definition begins.
    pub defined: (FileId, u32),
}

impl Assembly {
    /// Whether the program can be run.
    pub fn succeeded(&self) -> bool {
        self.succeeded
    }

    /// MARS's report of errors and warnings; `name` gives the name to show for a file.
    pub fn mars_report(&self, name: &dyn Fn(&str) -> String) -> String {
        crate::diag::mars::report(&self.diagnostics, &self.sources, name)
    }
}

/// Assembles files, in this order, into one program.
pub fn assemble(files: &[&str], loader: &mut dyn Loader, options: &AsmOptions) -> Assembly {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let mut programs = Vec::new();
    let mut equivalents = Vec::new();
    let mut complete = !files.is_empty();
    for (index, name) in files.iter().enumerate() {
        let mut errors = ErrorList::default();
        let read = lines::read_program(name, index as u32, loader, &mut sources, &mut errors);
        diagnostics.extend(errors.into_list());
        complete &= read.as_ref().is_some_and(|read| read.complete);
        if let Some(read) = read {
            programs.push(Rc::new(read.program));
            equivalents.push(read.eqv);
        }
    }
    let mut macros = Vec::new();
    let mut data_bytes = 0;
    let mut image = Image { config: options.config, ..Image::default() };
    let mut draft = None;
    if complete {
        let lexical_errors = diagnostics.has_errors();
        let mut laid = layout::lay_out(&programs, equivalents, &sources, options);
        macros = std::mem::take(&mut laid.macro_list);
        data_bytes = laid.data_bytes;
        image.items = std::mem::take(&mut laid.items);
        let advice = options.advice.then(|| std::mem::take(&mut laid.noticed));
        let errors =
            emit::emit(&programs, &mut laid, &sources, options, lexical_errors, &mut image);
        draft = laid.draft.take().map(|text| text.image(&image, &mut laid));
        diagnostics.extend(errors.into_list());
        if let Some(noticed) = advice {
            let errors = diagnostics.has_errors();
            let found = advice::advise(&programs, &laid, &image, &macros, noticed, errors);
            diagnostics.extend(found);
        }
    } else if options.unfinished && !programs.is_empty() {
        // A file that is included is missing. That is all there is to say; the rest is for the draft only.
        let mut scratch = Image { config: options.config, ..Image::default() };
        let mut laid = layout::lay_out(&programs, equivalents, &sources, options);
        scratch.items = std::mem::take(&mut laid.items);
        emit::emit(&programs, &mut laid, &sources, options, false, &mut scratch);
        let text = laid.draft.take();
        draft = Some(text.map_or(scratch.clone(), |text| text.image(&scratch, &mut laid)));
    }
    let warning = |d: &Diagnostic| d.severity == Severity::Warning && d.message.is_mars();
    let warned = diagnostics.all().iter().any(warning);
    let refused = diagnostics.has_errors() || warned && options.warnings_are_errors;
    let sources = Arc::new(sources);
    image.sources = sources.clone();
    let draft = draft.map(|draft| Box::new(Image { sources: sources.clone(), ..draft }));
    Assembly { image, draft, diagnostics, sources, macros, data_bytes, succeeded: !refused }
}
