//! Symbol tables: one for each file and a global one. Keeps MARS's order, because the first symbol
//! at an address is the one that it shows and, in one case, the one that it encodes.

use std::collections::HashMap;

use crate::image::Symbol;

/// MARS's mark for "no such symbol", which makes a symbol at that address undefined too.
const NOT_FOUND: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(crate) struct SymbolTable {
    /// In order of definition; `None` where a symbol became global.
    entries: Vec<Option<Symbol>>,
    by_name: HashMap<String, usize>,
    by_address: HashMap<u32, Vec<usize>>,
}

impl SymbolTable {
    /// Adds a symbol unless the name is taken; then says by which.
    pub(crate) fn add(&mut self, symbol: Symbol) -> Result<(), &Symbol> {
        if let Some(index) = self.by_name.get(&symbol.name) {
            return Err(self.entries[*index].as_ref().expect("names lead to live entries"));
        }
        let index = self.entries.len();
        self.by_name.insert(symbol.name.clone(), index);
        self.by_address.entry(symbol.address).or_default().push(index);
        self.entries.push(Some(symbol));
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Symbol> {
        self.entries[*self.by_name.get(name)?].as_ref()
    }

    pub(crate) fn address(&self, name: &str) -> Option<u32> {
        self.get(name).map(|symbol| symbol.address).filter(|address| *address != NOT_FOUND)
    }

    pub(crate) fn remove(&mut self, name: &str) -> Option<Symbol> {
        let index = self.by_name.remove(name)?;
        self.entries[index].take()
    }

    /// Moves every symbol at one address to another.
    pub(crate) fn move_address(&mut self, from: u32, to: u32) {
        let Some(moved) = self.by_address.remove(&from) else { return };
        for index in &moved {
            if let Some(symbol) = &mut self.entries[*index] {
                symbol.address = to;
            }
        }
        self.by_address.entry(to).or_default().extend(moved);
    }

    /// The first symbol, in order of definition, that stands at an address.
    pub(crate) fn first_at(&self, address: u32) -> Option<&Symbol> {
        let indices = self.by_address.get(&address)?;
        let first = indices.iter().filter(|index| self.entries[**index].is_some()).min()?;
        self.entries[*first].as_ref()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.entries.iter().flatten()
    }
}
