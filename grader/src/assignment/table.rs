//! Walks the tables of a TOML file and collects what is wrong with them, so that one reading tells
//! all mistakes. Knows nothing of assignments but the names of their keys.

use std::ops::{Range, RangeInclusive};

use mips_sim::diag::explain::{did_you_mean, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::FILE;
use super::files::Files;
use super::mistake::Mistake;
use crate::wording::listed;

/// A value in the file.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    pub(super) value: &'t DeValue<'t>,
    pub(super) span: Range<usize>,
}

impl<'t> Item<'t> {
    fn of(value: &'t Spanned<DeValue<'t>>) -> Item<'t> {
        Item { value: value.get_ref(), span: value.span() }
    }
}

/// A table in the file, with the keys that it may have.
#[derive(Clone, Debug)]
pub(super) struct Table<'t> {
    table: &'t DeTable<'t>,
    pub(super) span: Range<usize>,
    /// What it is, for sentences: "a test".
    what: &'static str,
    known: Vec<&'static str>,
}

impl<'t> Table<'t> {
    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<Item<'t>> {
        debug_assert!(self.known.contains(&key), "{key} is in no list of keys");
        self.table.get(key).map(Item::of)
    }

    /// Where a key stands, or the table if it is not there.
    pub(super) fn place_of(&self, key: &str) -> Range<usize> {
        let found = self.table.keys().find(|name| name.get_ref() == key);
        found.map_or(self.span.clone(), Spanned::span)
    }
}

/// Reads an assignment and remembers what is wrong with it.
pub(super) struct Reader<'t, 'f> {
    pub(super) text: &'t str,
    pub(super) files: Files<'f>,
    pub(super) mistakes: Vec<Mistake>,
    /// Whether the programs that students do not have may be missing.
    pub(super) for_student: bool,
}

impl<'t> Reader<'t, '_> {
    /// Remembers a mistake.
    pub(super) fn wrong(
        &mut self,
        span: &Range<usize>,
        message: impl Into<String>,
    ) -> &mut Mistake {
        self.mistakes.push(Mistake::within(FILE, self.text, span.clone(), message));
        self.mistakes.last_mut().expect("one has just been added")
    }

    /// A table with these keys and no others.
    pub(super) fn table(
        &mut self,
        table: &'t DeTable<'t>,
        span: Range<usize>,
        what: &'static str,
        known: &[&[&'static str]],
        elsewhere: impl Fn(&str) -> Option<String>,
    ) -> Table<'t> {
        let known = known.concat();
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if known.contains(&name) {
                continue;
            }
            let help = match elsewhere(name) {
                Some(help) => help,
                None => did_you_mean(&nearest(name, known.iter().copied()))
                    .unwrap_or_else(|| format!("the keys of {what} are {}", listed(&known))),
            };
            let mistake = self.wrong(&key.span(), format!("{what} has no key `{name}`"));
            mistake.expected = format!("a key of {what}");
            mistake.help = Some(help);
        }
        Table { table, span, what, known }
    }

    /// The value of a key that has to be there.
    pub(super) fn required(
        &mut self,
        table: &Table<'t>,
        key: &'static str,
        example: &str,
    ) -> Option<Item<'t>> {
        let item = table.get(key);
        if item.is_none() {
            let what = table.what;
            let mistake = self.wrong(&table.span, format!("{what} needs the key `{key}`"));
            mistake.expected = format!("`{key}` in this table");
            mistake.help = Some(format!("add a line such as `{key} = {example}`"));
        }
        item
    }

    /// Reads the value of a key, if it is there.
    pub(super) fn get<T>(
        &mut self,
        table: &Table<'t>,
        key: &str,
        read: impl FnOnce(&mut Self, &Item<'t>) -> Option<T>,
    ) -> Option<T> {
        table.get(key).and_then(|item| read(self, &item))
    }

    /// Reads the value of a key that has to be there.
    pub(super) fn need<T>(
        &mut self,
        table: &Table<'t>,
        key: &'static str,
        example: &str,
        read: impl FnOnce(&mut Self, &Item<'t>) -> Option<T>,
    ) -> Option<T> {
        self.required(table, key, example).and_then(|item| read(self, &item))
    }

    /// Remembers that a value is of the wrong type.
    pub(super) fn not<T>(&mut self, item: &Item<'t>, expected: &str, example: &str) -> Option<T> {
        let message = format!("this is {}", kind_of(item.value));
        let mistake = self.wrong(&item.span, message);
        mistake.expected = expected.into();
        mistake.help = Some(format!("write something like `{example}`"));
        None
    }

    pub(super) fn string(&mut self, item: &Item<'t>) -> Option<&'t str> {
        match item.value {
            DeValue::String(text) => Some(text),
            _ => self.not(item, "a text in quotes", "\"text\""),
        }
    }

    pub(super) fn bytes(&mut self, item: &Item<'t>) -> Option<Vec<u8>> {
        self.string(item).map(|text| text.as_bytes().to_vec())
    }

    pub(super) fn flag(&mut self, item: &Item<'t>) -> Option<bool> {
        match item.value {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.not(item, "true or false", "true"),
        }
    }

    pub(super) fn integer(&mut self, item: &Item<'t>, range: RangeInclusive<i64>) -> Option<i64> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let DeValue::Integer(integer) = item.value else {
            let example = if range.contains(&0) { 0 } else { *range.start() };
            return self.not(item, &expected, &example.to_string());
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let mistake = self.wrong(&item.span, "this number is out of range");
            mistake.expected = expected;
        }
        number
    }

    /// A number with or without decimals that is not negative.
    pub(super) fn number(&mut self, item: &Item<'t>) -> Option<f64> {
        let number = match item.value {
            DeValue::Integer(integer) => {
                i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|n| n as f64)
            }
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => return self.not(item, "a number", "0.01"),
        };
        let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
        if number.is_none() {
            self.wrong(&item.span, "this number is out of range").expected =
                "a number that is not negative".into();
        }
        number
    }

    /// The entries of a list; a single value stands for a list of one.
    pub(super) fn list(&mut self, item: &Item<'t>) -> Vec<Item<'t>> {
        match item.value {
            DeValue::Array(list) => list.iter().map(Item::of).collect(),
            _ => vec![item.clone()],
        }
    }

    /// The texts of a list, each with its place.
    pub(super) fn strings(&mut self, item: &Item<'t>) -> Vec<(&'t str, Range<usize>)> {
        let list = self.list(item);
        let text = |item: Item<'t>| self.string(&item).map(|text| (text, item.span));
        list.into_iter().filter_map(text).collect()
    }

    /// The tables of a list of tables.
    pub(super) fn tables(
        &mut self,
        item: &Item<'t>,
        example: &str,
    ) -> Vec<(&'t DeTable<'t>, Range<usize>)> {
        let mut tables = Vec::new();
        for item in self.list(item) {
            match item.value {
                DeValue::Table(table) => tables.push((table, item.span)),
                _ => drop::<Option<()>>(self.not(&item, "a table", example)),
            }
        }
        tables
    }

    /// A text that is one of these names.
    pub(super) fn one_of<T: Clone>(
        &mut self,
        item: &Item<'t>,
        what: &str,
        names: &[(&'static str, T)],
    ) -> Option<T> {
        let text = self.string(item)?;
        let found = names.iter().find(|(name, _)| *name == text).map(|(_, value)| value.clone());
        if found.is_none() {
            let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            self.unknown(&item.span, what, text, &names);
        }
        found
    }

    /// Remembers that a name is none of those that there are.
    pub(super) fn unknown(&mut self, span: &Range<usize>, what: &str, name: &str, names: &[&str]) {
        let near = did_you_mean(&nearest(name, names.iter().copied()));
        let few = names.len() <= 20;
        let mistake = self.wrong(span, format!("there is no {what} `{name}`"));
        mistake.expected = if few {
            format!("one of {}", listed(names))
        } else {
            format!("the name of {} {what}", article(what))
        };
        mistake.help = near;
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
