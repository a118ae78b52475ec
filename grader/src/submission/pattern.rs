//! Patterns of names: `*` stands for any run of characters, `?` for one, and case does not matter.

/// Whether a name fits a pattern.
pub fn fits(pattern: &str, name: &str) -> bool {
    let fold = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (pattern, name) = (fold(pattern), fold(name));
    let (mut at, mut read) = (0, 0);
    // Where to go on if what follows the last star does not fit: the star then takes one more.
    let mut star: Option<(usize, usize)> = None;
    while read < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(c) if *c == '?' || *c == name[read] => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((star_at, taken)) = star else { return false };
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                read = taken + 1;
            }
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_case() {
        let yes = [
            ("*.asm", "Prog.ASM"),
            ("a*b*c", "aXbYbZc"),
            ("*", ""),
            ("", ""),
            ("??", "ab"),
            ("a*a", "aa"),
            ("*game*.asm", "my-game2.asm"),
            ("É*", "école"),
            ("*a*a*a*a*b", &("a".repeat(2000) + "b")),
        ];
        for (pattern, name) in yes {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        let no = [
            ("*.asm", "prog.s"),
            ("a", ""),
            ("", "a"),
            ("a?c", "ac"),
            ("a*b", "abc"),
            ("a*a", "a"),
        ];
        for (pattern, name) in no {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
