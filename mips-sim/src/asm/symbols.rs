//! Symbol tables: one for each file and a global one. Keeps MARS's order, because the first symbol
//! at an address is the one that it shows and, in one case, the one that it encodes.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use crate::image::Symbol;

/// MARS's mark for "no such symbol", which makes a symbol at that address undefined too.
const NOT_FOUND: u32 = u32::MAX;

/// Ends a chain of entries.
const NONE: u32 = u32::MAX;

/// Symbols by name and by address. Names are kept once, in the entries: the maps lead from a hash
/// or an address to the newest entry, and the entries are chained from there.
#[derive(Debug, Default)]
pub(crate) struct SymbolTable {
    /// In order of definition.
    entries: Vec<Entry>,
    by_name: HashMap<u64, u32>,
    by_address: HashMap<u32, u32>,
    hasher: RandomState,
}

#[derive(Debug)]
struct Entry {
    symbol: Symbol,
    /// Whether it has become global and is no longer here.
    removed: bool,
    next_by_name: u32,
    next_by_address: u32,
}

impl SymbolTable {
    /// Adds a symbol unless the name is taken; then says by which.
    pub(crate) fn add(&mut self, symbol: Symbol) -> Result<(), &Symbol> {
        if let Some(index) = self.find(&symbol.name) {
            return Err(&self.entries[index].symbol);
        }
        let index = self.entries.len() as u32;
        let hash = self.hasher.hash_one(symbol.name.as_str());
        let next_by_name = self.by_name.insert(hash, index).unwrap_or(NONE);
        let next_by_address = self.by_address.insert(symbol.address, index).unwrap_or(NONE);
        self.entries.push(Entry { symbol, removed: false, next_by_name, next_by_address });
        Ok(())
    }

    fn find(&self, name: &str) -> Option<usize> {
        let mut at = *self.by_name.get(&self.hasher.hash_one(name))?;
        while at != NONE {
            let entry = &self.entries[at as usize];
            if !entry.removed && entry.symbol.name == name {
                return Some(at as usize);
            }
            at = entry.next_by_name;
        }
        None
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Symbol> {
        self.find(name).map(|index| &self.entries[index].symbol)
    }

    pub(crate) fn address(&self, name: &str) -> Option<u32> {
        self.get(name).map(|symbol| symbol.address).filter(|address| *address != NOT_FOUND)
    }

    pub(crate) fn remove(&mut self, name: &str) -> Option<Symbol> {
        let index = self.find(name)?;
        let entry = &mut self.entries[index];
        entry.removed = true;
        Some(entry.symbol.clone())
    }

    /// Moves every symbol at one address to another.
    pub(crate) fn move_address(&mut self, from: u32, to: u32) {
        let Some(first) = self.by_address.remove(&from) else { return };
        let mut at = first;
        loop {
            let entry = &mut self.entries[at as usize];
            entry.symbol.address = to;
            if entry.next_by_address == NONE {
                entry.next_by_address = self.by_address.insert(to, first).unwrap_or(NONE);
                return;
            }
            at = entry.next_by_address;
        }
    }

    /// The first symbol, in order of definition, at every address that has one.
    pub(crate) fn first_by_address(&self) -> HashMap<u32, &Symbol> {
        let mut first = HashMap::new();
        for symbol in self.iter() {
            first.entry(symbol.address).or_insert(symbol);
        }
        first
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.entries.iter().filter(|entry| !entry.removed).map(|entry| &entry.symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn symbol(name: &str, address: u32) -> Symbol {
        Symbol { name: name.into(), address, data: true, file: None, defined: (FileId(0), 1) }
    }

    #[test]
    fn symbols_move_together_and_the_first_defined_stays_first() {
        let mut table = SymbolTable::default();
        for (name, address) in [("a", 1), ("b", 1), ("c", 4), ("d", 1)] {
            assert!(table.add(symbol(name, address)).is_ok());
        }
        assert!(table.add(symbol("a", 9)).is_err());
        table.move_address(1, 4);
        assert_eq!(table.address("d"), Some(4));
        let first = |table: &SymbolTable, address| {
            table.first_by_address().get(&address).map(|symbol| symbol.name.clone())
        };
        assert_eq!(first(&table, 1), None);
        assert_eq!(first(&table, 4).as_deref(), Some("a"));
        assert_eq!(table.remove("a").map(|s| s.address), Some(4));
        assert_eq!(first(&table, 4).as_deref(), Some("b"));
        assert_eq!(table.get("a"), None);
        assert!(table.add(symbol("a", 2)).is_ok());
        let names: Vec<&str> = table.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["b", "c", "d", "a"]);
    }
}
