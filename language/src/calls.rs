//! Functions, as far as a program shows them: the code from a label that is called, or from `main`,
//! to the next such label. Who calls whom, which service a `syscall` asks for.

use std::collections::BTreeSet;

use mips_sim::Image;
use mips_sim::host::Service;
use mips_sim::host::syscall::selected_by;
use mips_sim::image::{Symbol, TextWord};
use mips_sim::isa::codec::target;
use mips_sim::isa::effects;
use mips_sim::isa::effects::Control;
use mips_sim::isa::reg::V0;

use crate::names::Span;
use crate::program::Program;

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its label.
    pub name: String,
    /// Where that is defined.
    pub place: Span,
    /// Its first address.
    pub start: u32,
    /// The first address that is no longer its own.
    pub end: u32,
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEdge {
    /// The function that calls.
    pub from: Function,
    /// The one that is called.
    pub to: Function,
    /// The places of the calls.
    pub places: Vec<Span>,
}

/// All functions of a program, by address.
pub fn functions(program: &Program) -> Vec<Function> {
    let image = program.image();
    let called: BTreeSet<u32> = image
        .text
        .iter()
        .filter(|word| effects(word.inst).control == Control::Call)
        .filter_map(|word| target(word.inst, word.address))
        .collect();
    let begins = |symbol: &&Symbol| {
        !symbol.data && (called.contains(&symbol.address) || symbol.name == "main")
    };
    let mut starts: Vec<&Symbol> = image.symbols.iter().filter(begins).collect();
    starts.sort_by_key(|symbol| symbol.address);
    starts.dedup_by_key(|symbol| symbol.address);
    let ends = starts.iter().skip(1).map(|symbol| symbol.address).chain([u32::MAX]);
    let found = starts.iter().zip(ends).filter_map(|(symbol, end)| {
        let place = label_place(program, symbol)?;
        Some(Function { name: symbol.name.clone(), place, start: symbol.address, end })
    });
    found.collect()
}

/// Every call, by caller and callee.
pub fn calls(program: &Program) -> Vec<CallEdge> {
    let functions = functions(program);
    let image = program.image();
    let around = |address: u32| {
        let index = functions.partition_point(|function| function.start <= address);
        functions[..index].last().filter(|function| address < function.end)
    };
    let mut list: Vec<CallEdge> = Vec::new();
    for place in image.places() {
        let word = place.word;
        if effects(word.inst).control != Control::Call {
            continue;
        }
        let Some(address) = target(word.inst, word.address) else { continue };
        let to = functions.iter().find(|function| function.start == address);
        let (Some(from), Some(to)) = (around(word.address), to) else { continue };
        let (file, line) = place.outermost();
        let text = program.line(file, line);
        let range = text.find(&to.name).map(|at| at..at + to.name.len());
        let range = range.unwrap_or_else(|| mips_sim::source::trimmed(text));
        let at = Span { file, line, range };
        match list.iter_mut().find(|call| call.from == *from && call.to == *to) {
            Some(call) => call.places.push(at),
            None => list.push(CallEdge { from: from.clone(), to: to.clone(), places: vec![at] }),
        }
    }
    list
}

/// Where a label of the image stands.
pub(crate) fn label_place(program: &Program, symbol: &Symbol) -> Option<Span> {
    let (file, line) = symbol.defined;
    let names = program.names();
    let on_line = names
        .on(file, line)
        .iter()
        .find(|mention| mention.defines && names.get(mention.name).text == symbol.name);
    on_line.map(|mention| mention.place.clone()).or_else(|| {
        let index = names.label(&symbol.name, file)?;
        Some(names.get(index).defined.clone())
    })
}

/// The service that a `syscall` asks for, if all ways to it put the same number in `$v0`: the last
/// instruction before it that changes `$v0` does so, and nobody jumps in between.
pub(crate) fn service_at(image: &Image, syscall: u32) -> Option<&'static Service> {
    let end = image.text.binary_search_by_key(&syscall, |word| word.address).ok()?;
    let is_target = |address: u32| image.symbols.iter().any(|s| !s.data && s.address == address);
    let mut next = syscall;
    for word in image.text[..end].iter().rev() {
        let TextWord { address, inst, .. } = *word;
        let straight = address.wrapping_add(4) == next && effects(inst).control == Control::None;
        if !straight || is_target(next) {
            return None;
        }
        if effects(inst).writes >> V0 & 1 == 1 {
            return selected_by(inst);
        }
        next = address;
    }
    None
}
