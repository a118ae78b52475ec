//! Which of many names was probably meant: edit distance with neighbouring letters swapped, and a
//! limit that depends on the length, because a wrong guess is worse than none.

/// Longer names are machine-made; comparing them costs time and helps nobody.
const MAX_LENGTH: usize = 40;
/// Of more names than this only the first are looked at, so that a program of many names with many
/// mistakes is explained in time.
const MAX_CANDIDATES: usize = 10_000;
/// More guesses than this are no help.
const MAX_GUESSES: usize = 3;

/// The candidates closest to `name`, at most three, the best first; empty if none is close. Names
/// that differ only in case come before all others.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    if wanted.is_empty() || wanted.len() > MAX_LENGTH {
        return Vec::new();
    }
    let limit = match wanted.len() {
        0..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let mut best = limit;
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut other: Vec<char> = Vec::new();
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if candidate == name || candidate.len().abs_diff(name.len()) > 4 * MAX_LENGTH {
            continue;
        }
        other.clear();
        other.extend(candidate.chars().flat_map(char::to_lowercase));
        if other.is_empty() || other.len().abs_diff(wanted.len()) > best {
            continue;
        }
        // In a name of two letters one wrong letter leaves nothing to go by but the first.
        if wanted.len() <= 2 && wanted[0] != other[0] && !swapped(&wanted, &other) {
            continue;
        }
        let Some(distance) = distance(&wanted, &other, best) else { continue };
        // Half of a short name must be right.
        if distance * 2 <= wanted.len().max(other.len()) {
            best = distance;
            if !found.iter().any(|(_, name)| *name == candidate) {
                found.push((distance, candidate));
            }
        }
    }
    found.retain(|(distance, _)| *distance == best);
    // Of equals, those that begin alike are likelier.
    let first = wanted[0];
    found.sort_by_key(|(_, name)| !name.to_lowercase().starts_with(first));
    if found.len() > MAX_GUESSES {
        found.retain(|(_, name)| name.to_lowercase().starts_with(first));
    }
    found.truncate(MAX_GUESSES);
    found.into_iter().map(|(_, name)| name).collect()
}

fn swapped(a: &[char], b: &[char]) -> bool {
    matches!((a, b), ([a, b], [c, d]) if a == d && b == c)
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other, unless
/// they are more than `most`, or the names are very long.
pub(crate) fn distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    if b.len() > 2 * MAX_LENGTH {
        return None;
    }
    let mut rows = [[0; 2 * MAX_LENGTH + 1]; 3];
    let [before_last, last, row] = &mut rows;
    for (j, count) in last.iter_mut().enumerate() {
        *count = j;
    }
    for i in 1..=a.len() {
        row[0] = i;
        let mut least = i;
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
            least = least.min(row[j]);
        }
        // A swap can be one less than the row before it.
        if least > most + 1 {
            return None;
        }
        std::mem::swap(before_last, last);
        std::mem::swap(last, row);
    }
    Some(last[b.len()]).filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant_and_nothing_else() {
        let names = ["add", "addi", "move", "lw", "sw", "lb", "syscall", "beq", "bne", "print_int"];
        let cases: &[(&str, &[&str])] = &[
            ("adi", &["add", "addi"]),
            ("mvoe", &["move"]),
            ("wl", &["lw"]),
            ("sycall", &["syscall"]),
            ("Print_Int", &["print_int"]),
            ("print_itn", &["print_int"]),
            ("frobnicate", &[]),
            ("x", &[]),
            ("", &[]),
        ];
        for (name, expected) in cases {
            assert_eq!(nearest(name, names), *expected, "{name}");
        }
        assert!(nearest(&"a".repeat(1 << 20), names).is_empty());
    }
}
