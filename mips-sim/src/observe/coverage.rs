//! Which lines were executed and which way each branch went, as text in the format of lcov.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use super::profile::{Profile, function_starts};
use super::{Done, Observer};
use crate::image::Image;
use crate::isa::effects::{Control, effects};
use crate::source::FileId;

/// Notes what was executed.
#[derive(Clone, Debug)]
pub struct Coverage {
    counts: Profile,
    branches: BTreeMap<u32, Branch>,
    /// The branch that was executed last, if it has not been taken so far.
    passed: Option<u32>,
}

/// How often a conditional branch went each way: to its label, or on to the next instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Branch {
    taken: u64,
    passed: u64,
}

impl Coverage {
    /// Nothing is covered yet.
    pub fn new(image: &Image) -> Coverage {
        let is_branch =
            |inst| matches!(effects(inst).control, Control::Branch | Control::BranchAndLink);
        let branches = image.text.iter().filter(|word| is_branch(word.inst));
        Coverage {
            counts: Profile::new(image),
            branches: branches.map(|word| (word.address, Branch::default())).collect(),
            passed: None,
        }
    }

    /// The report in lcov's format, a record for each source file. A line in the body of a macro
    /// is one line, however often the macro is used.
    pub fn lcov(&self, image: &Image) -> String {
        let mut text = String::new();
        for (file, lines) in self.files(image) {
            let _ = writeln!(text, "TN:\nSF:{}", image.sources.file(file).name);
            self.functions(image, file, &mut text);
            let mut branches = (0, 0);
            for (number, line) in &lines {
                for (k, branch) in line.branches.iter().enumerate() {
                    for (way, count) in [branch.taken, branch.passed].into_iter().enumerate() {
                        // A dash says that the branch was never come to.
                        let reached = branch.taken + branch.passed > 0;
                        let shown = if reached { count.to_string() } else { "-".to_string() };
                        let _ = writeln!(text, "BRDA:{number},{k},{way},{shown}");
                        branches = (branches.0 + 1, branches.1 + u32::from(count > 0));
                    }
                }
            }
            let _ = writeln!(text, "BRF:{}\nBRH:{}", branches.0, branches.1);
            for (number, line) in &lines {
                let _ = writeln!(text, "DA:{number},{}", line.count);
            }
            let hit = lines.values().filter(|line| line.count > 0).count();
            let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
        }
        text
    }

    fn functions(&self, image: &Image, file: FileId, text: &mut String) {
        let starts = function_starts(image);
        let defined = |address: u32, name: &str| {
            let mut symbols = image.symbols.iter();
            symbols.find(|s| s.address == address && s.name == name).map(|s| s.defined)
        };
        let mut found = Vec::new();
        for (address, name) in &starts {
            match defined(*address, name) {
                Some((at, line)) if at == file => {
                    found.push((line, name, self.counts.count(*address)));
                }
                _ => {}
            }
        }
        for (line, name, _) in &found {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        for (_, name, count) in &found {
            let _ = writeln!(text, "FNDA:{count},{name}");
        }
        let hit = found.iter().filter(|(_, _, count)| *count > 0).count();
        let _ = writeln!(text, "FNF:{}\nFNH:{hit}", found.len());
    }

    fn files(&self, image: &Image) -> BTreeMap<FileId, BTreeMap<u32, Line>> {
        let mut files: BTreeMap<FileId, BTreeMap<u32, Line>> = BTreeMap::new();
        // A statement was executed as often as its first word; the uses of a macro add up.
        let mut last = None;
        for place in image.places() {
            let word = place.word;
            let line = files.entry(place.file).or_default().entry(place.line).or_default();
            if last != Some(word.line) {
                line.count += self.counts.count(word.address);
                line.next = 0;
            }
            last = Some(word.line);
            if let Some(branch) = self.branches.get(&word.address) {
                if line.next == line.branches.len() {
                    line.branches.push(Branch::default());
                }
                let sum = &mut line.branches[line.next];
                sum.taken += branch.taken;
                sum.passed += branch.passed;
                line.next += 1;
            }
        }
        files
    }
}

/// A line, the branches of its statement, and the next of these to add to.
#[derive(Default)]
struct Line {
    count: u64,
    branches: Vec<Branch>,
    next: usize,
}

impl Observer for Coverage {
    fn done(&mut self, done: Done<'_>) -> ControlFlow<()> {
        let Done { pc, next, inst, .. } = done;
        // Where branches are delayed, the instruction behind one goes where the branch wanted to.
        if let Some(branch) = self.passed.take()
            && branch.wrapping_add(4) == pc
            && next != pc.wrapping_add(4)
            && effects(inst).control == Control::None
            && let Some(branch) = self.branches.get_mut(&branch)
        {
            branch.passed -= 1;
            branch.taken += 1;
        }
        if let Some(branch) = self.branches.get_mut(&pc) {
            if next == pc.wrapping_add(4) {
                branch.passed += 1;
                self.passed = Some(pc);
            } else {
                branch.taken += 1;
            }
        }
        self.counts.done(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ScriptedHost;
    use crate::machine::{Machine, MachineOptions};
    use crate::{AsmOptions, assemble};

    #[test]
    fn a_delayed_branch_is_taken_all_the_same() {
        let source = "li $t0, 1\nbgtz $t0, x\nnop\nnop\nx: blez $t0, x\nnop\nnop\n";
        let mut files: &[(&str, &str)] = &[("p.asm", source)];
        let options = AsmOptions { delayed_branching: true, ..AsmOptions::default() };
        let assembly = assemble(&["p.asm"], &mut files, &options);
        let options = MachineOptions { delayed_branching: true, ..MachineOptions::default() };
        let mut machine = Machine::load(&assembly.image, &options);
        let mut coverage = Coverage::new(&assembly.image);
        machine.run(&mut ScriptedHost::default(), &mut coverage, 1000);
        let found = [0x0040_0004, 0x0040_0010].map(|at| coverage.branches[&at]);
        assert_eq!(found, [Branch { taken: 1, passed: 0 }, Branch { taken: 0, passed: 1 }]);
    }
}
