//! What the text and the assembled words show without a run.

use std::collections::{BTreeMap, BTreeSet};

use mips_sim::asm::lex::TokenLine;
use mips_sim::isa::effects::Control;
use mips_sim::isa::{Op, effects};
use mips_sim::observe::calls::call_targets;
use mips_sim::source::FileId;

use super::{MOST, Work, failure};
use crate::assignment::TestKind;
use crate::grade::result::{Failure, SizeUnit, SourceError};

impl Work<'_> {
    /// Names that should be there and are not.
    pub(super) fn missing(&self, names: &[String]) -> Option<Failure> {
        let mut words: BTreeSet<String> = BTreeSet::new();
        for line in self.own_lines() {
            words.extend(line.words().map(str::to_string));
            words.extend(line.words().map(str::to_ascii_lowercase));
        }
        let basic = self.assembly.image.places().filter(|place| self.is_own(place.file_name()));
        words.extend(basic.map(|place| place.word.inst.op.mnemonic().to_string()));
        let is_there =
            |name: &&String| words.contains(*name) || words.contains(&name.to_ascii_lowercase());
        let missing: Vec<String> = names.iter().filter(|name| !is_there(name)).cloned().collect();
        let asked = names.to_vec();
        (!missing.is_empty()).then(|| failure(SourceError::Missing { missing, asked }, Vec::new()))
    }

    /// Instructions that are not allowed, as they are written or as what they become.
    pub(super) fn banned(&self) -> Option<Failure> {
        let banned = &self.assignment.setup.banned;
        let (mut uses, mut lines) = (Vec::new(), Vec::new());
        let mut used: Vec<String> = Vec::new();
        let mut known: BTreeSet<(FileId, u32)> = BTreeSet::new();
        for from in self.assembly.image.places() {
            let place = from.at();
            if !self.is_own(from.file_name()) || known.contains(&place) {
                continue;
            }
            let basic = from.word.inst.op.mnemonic();
            let written = TokenLine::read(from.text()).head();
            let found = |name: &&String| name.eq_ignore_ascii_case(written) || *name == basic;
            let Some(name) = banned.iter().find(found) else { continue };
            known.insert(place);
            if !used.contains(name) {
                used.push(name.clone());
            }
            if lines.len() < MOST {
                uses.push((written.to_string(), name.clone()));
                lines.push(self.line(place));
            }
        }
        let banned = banned.clone();
        (!used.is_empty()).then(|| failure(SourceError::Banned { uses, used, banned }, lines))
    }

    /// Too few functions with a comment.
    pub(super) fn uncommented(&self, share: u8) -> Option<Failure> {
        let functions = self.functions();
        let without: Vec<_> =
            functions.iter().filter(|(place, _)| !self.has_comment(**place)).collect();
        let with = functions.len() - without.len();
        if with * 100 >= usize::from(share) * functions.len() {
            return None;
        }
        let lines = without.iter().take(MOST).map(|(place, _)| self.line(**place)).collect();
        let without = without.iter().map(|(_, name)| name.to_string()).collect();
        let functions = functions.len();
        Some(failure(SourceError::Uncommented { functions, without, share }, lines))
    }

    /// The student's functions by place: what is called, or what a test calls.
    fn functions(&self) -> BTreeMap<(FileId, u32), String> {
        let image = &self.assembly.image;
        let called = call_targets(image);
        let labels = self.assignment.tests.iter().flat_map(TestKind::labels);
        let labels: BTreeSet<&str> = labels.collect();
        let mut functions = BTreeMap::new();
        for symbol in &image.symbols {
            let asked = labels.contains(symbol.name.as_str());
            let called = called.contains(&symbol.address) || asked;
            let file = &self.assembly.sources.file(symbol.defined.0).name;
            if called && !symbol.data && self.is_own(file) {
                functions.entry(symbol.defined).or_insert_with(|| symbol.name.clone());
            }
        }
        functions
    }

    /// Whether there is a comment on a line, on those just above it, or below it before anything
    /// else.
    fn has_comment(&self, (file, line): (FileId, u32)) -> bool {
        let source = self.assembly.sources.file(file);
        let read = |number: u32| TokenLine::read(source.line(number));
        if has_words(&read(line)) {
            return true;
        }
        let near = |numbers: &mut dyn Iterator<Item = u32>| {
            // Blank lines, and directives such as .globl, may be between.
            let mut lines = numbers.map(read);
            let nearest =
                lines.find(|line| has_words(line) || !matches!(line.head(), "" | ".globl"));
            nearest.is_some_and(|line| has_words(&line) && line.head().is_empty())
        };
        let above = near(&mut (1..line).rev());
        above || near(&mut (line + 1..=source.line_count()))
    }

    pub(super) fn too_many_lines(&self, most: usize) -> Option<Failure> {
        let count = self.own_lines().filter(|line| !line.is_blank()).count();
        too_large(SizeUnit::Lines, count, most)
    }

    pub(super) fn too_many_words(&self, most: usize) -> Option<Failure> {
        too_large(SizeUnit::Instructions, self.assembly.image.text.len(), most)
    }

    /// Constants that a `syscall` is certain to find in `$v0`, with the place of the `syscall`.
    pub(super) fn constant_services(&self) -> Vec<(u32, u32)> {
        const V0: u32 = 1 << 2;
        let image = &self.assembly.image;
        let mut found = Vec::new();
        let entries: BTreeSet<u32> = image.symbols.iter().map(|symbol| symbol.address).collect();
        let mut known: Option<u32> = None;
        for word in &image.text {
            let effects = effects(word.inst);
            // Whoever comes from elsewhere may bring another number.
            if entries.contains(&word.address) {
                known = None;
            }
            match (word.inst.op, word.inst.regs) {
                (Op::Syscall, _) => {
                    found.extend(known.map(|number| (word.address, number)));
                    known = None;
                }
                (Op::Addiu | Op::Ori, [2, 0, _]) => known = Some(word.inst.imm as u32),
                _ if effects.writes & V0 != 0 || effects.control != Control::None => known = None,
                _ => {}
            }
        }
        found
    }

    /// The lines that the student wrote.
    fn own_lines(&self) -> impl Iterator<Item = TokenLine<'_>> {
        let own = self.assembly.sources.files().iter().filter(|file| self.is_own(&file.name));
        own.flat_map(|file| (1..=file.line_count()).map(|n| TokenLine::read(file.line(n))))
    }
}

fn too_large(unit: SizeUnit, count: usize, most: usize) -> Option<Failure> {
    (count > most).then(|| failure(SourceError::TooLarge { unit, count, most }, Vec::new()))
}

/// Whether a line has a comment with a word in it.
fn has_words(line: &TokenLine<'_>) -> bool {
    let comment = line.comment().unwrap_or_default();
    comment.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() >= 2)
}
