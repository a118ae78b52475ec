//! Games like the one that goes wrong: some of them go wrong too and most do not, and what they have
//! not in common is where the mistake is.

use std::collections::BTreeSet;

use engine::{Chance, Seeded};

use crate::script::Script;

/// The longest line that is worth typing elsewhere.
const MAX_LINE: usize = 8;
/// The most different lines that are typed.
const MAX_WORDS: usize = 40;

/// Scripts that differ from this one in a line or two or in what is drawn, no script twice, the same
/// ones each time. `others` are games whose lines may stand for those of this one.
pub(super) fn alike(script: &Script, others: &[Script], count: usize) -> Vec<Script> {
    let mut words: Vec<&[u8]> = Vec::new();
    for line in std::iter::once(script).chain(others).flat_map(|script| &script.lines) {
        if line.len() <= MAX_LINE && words.len() < MAX_WORDS && !words.contains(&&line[..]) {
            words.push(line);
        }
    }
    let mut one_line = Vec::new();
    for (at, line) in script.lines.iter().enumerate() {
        for word in words.iter().filter(|word| is_number(word) == is_number(line)) {
            let mut changed = script.clone();
            changed.lines[at] = word.to_vec();
            one_line.push(changed);
        }
    }
    let mut numbers = Seeded::new(0);
    let mut below = |bound: usize| numbers.below(bound.max(1) as u32) as usize;
    let mut known = BTreeSet::from([script.to_string()]);
    let mut found = Vec::new();
    // Half of them differ in one line. There may be too many of these, so they are shuffled.
    for at in (1..one_line.len()).rev() {
        one_line.swap(at, below(at + 1));
    }
    one_line.retain(|script| known.insert(script.to_string()));
    one_line.truncate(count / 2);
    found.append(&mut one_line);
    for _ in 0..2 * count {
        if found.len() >= count {
            break;
        }
        let mut changed = script.clone();
        for _ in 0..1 + below(3) {
            change(&mut changed, &words, &mut below);
        }
        if known.insert(changed.to_string()) {
            found.push(changed);
        }
    }
    found
}

/// Changes a line or a draw.
fn change(script: &mut Script, words: &[&[u8]], below: &mut impl FnMut(usize) -> usize) {
    let lines = script.lines.len();
    match below(6) {
        0 | 1 => {
            let draws = script.draws.len();
            if draws < 12 && below(2) == 0 {
                script.draws.push(below(9) as u32);
            } else if draws > 0 {
                script.draws[below(draws)] = below(9) as u32;
            }
        }
        2 if lines > 1 => script.lines.swap(below(lines), below(lines)),
        3 if lines > 1 => {
            script.lines.remove(below(lines));
        }
        4 if lines > 0 => {
            let line = script.lines[below(lines)].clone();
            script.lines.insert(below(lines + 1), line);
        }
        _ if lines > 0 => {
            let at = below(lines);
            let number = is_number(&script.lines[at]);
            let fitting: Vec<_> = words.iter().filter(|word| is_number(word) == number).collect();
            if !fitting.is_empty() {
                script.lines[at] = fitting[below(fitting.len())].to_vec();
            }
        }
        _ => {}
    }
}

fn is_number(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(u8::is_ascii_digit)
}
