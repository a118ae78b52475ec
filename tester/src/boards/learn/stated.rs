//! Which keys a program says that it has: `W=Up, A=Left`, `(o) oben`, `arriba: 8`, `3=Disable RNG`.

/// The words for up, left, down and right in a language.
type Words = [&'static [&'static str]; 4];

/// In the languages of most courses, without accents or with them.
const LANGUAGES: [Words; 10] = [
    [&["up", "upward", "upwards"], &["left", "leftward"], &["down", "downward"], &["right"]],
    [&["arriba", "subir"], &["izquierda", "izq"], &["abajo", "bajar"], &["derecha", "der"]],
    [&["oben", "hoch", "rauf"], &["links"], &["unten", "runter"], &["rechts"]],
    [&["cima", "acima"], &["esquerda", "esq"], &["baixo", "abaixo"], &["direita", "dir"]],
    [&["haut"], &["gauche"], &["bas"], &["droite"]],
    [&["su", "alto"], &["sinistra", "sx"], &["giu", "giù", "basso"], &["destra", "dx"]],
    [&["shang", "上"], &["zuo", "左"], &["xia", "下"], &["you", "右"]],
    [&["gora", "góra"], &["lewo"], &["dol", "dół"], &["prawo"]],
    [&["yukari", "yukarı"], &["sol"], &["asagi", "aşağı"], &["sag", "sağ"]],
    [&["north"], &["west"], &["south"], &["east"]],
];

/// How words begin that speak of chance, and of new tiles.
const CHANCE: [&str; 8] = ["rng", "rand", "rnd", "spawn", "zufall", "aleat", "azar", "tile"];
/// Words for stopping that, and for letting it go on.
const SWITCH: [&[&str]; 2] = [
    &["off", "disable", "disabled", "stop", "without", "no", "aus", "ohne", "desactivar", "sin"],
    &["on", "enable", "enabled", "allow", "with", "an", "ein", "mit", "activar", "con"],
];

/// The keys that stop new tiles and let them come, if a program says of both what they do.
pub(super) fn stated_switch(text: &[u8]) -> Option<[String; 2]> {
    let text = String::from_utf8_lossy(text).to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let is_key = |word: &&str| word.len() == 1;
    // What is said of a key ends where the next one begins.
    let keys = (0..words.len()).filter(|at| is_key(&words[*at]));
    let said = keys.map(|at| {
        let said = words[at + 1..].split(|word| is_key(word)).next().unwrap_or_default();
        (words[at], &said[..said.len().min(SAID)])
    });
    let of_chance = said.filter(|(_, said)| {
        said.iter().any(|word| CHANCE.iter().any(|begin| word.starts_with(begin)))
    });
    let of_chance: Vec<(&str, &[&str])> = of_chance.collect();
    let key = |words: &[&str]| {
        let says = |said: &&[&str]| said.iter().any(|word| words.contains(word));
        let mut keys = of_chance.iter().filter(|(_, said)| says(said));
        keys.next().map(|(key, _)| (*key).to_owned())
    };
    let [off, on] = SWITCH.map(key);
    off.zip(on).filter(|(off, on)| off != on).map(<[String; 2]>::from)
}

/// So many words say what a key is for.
const SAID: usize = 5;

/// Keys for up, left, down and right that stand right before the words for them, or right behind them.
pub(super) fn stated_keys(text: &[u8]) -> Vec<[String; 4]> {
    let text = String::from_utf8_lossy(text);
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let is_key = |word: &&str| word.len() == 1;
    let before = |at: usize| words.get(at.checked_sub(1)?).copied().filter(is_key);
    let behind = |at: usize| words.get(at + 1).copied().filter(is_key);
    type KeyAt<'a> = &'a dyn Fn(usize) -> Option<&'a str>;
    let sides: [KeyAt<'_>; 2] = [&before, &behind];
    let mut found = Vec::new();
    for language in LANGUAGES {
        for key_at in sides {
            let key = |way: &[&str]| {
                let says = |word: &&str| way.contains(&word.to_lowercase().as_str());
                let mut places = (0..words.len()).filter(|at| says(&words[*at]));
                places.find_map(key_at).map(str::to_owned)
            };
            let keys: Option<Vec<String>> = language.iter().map(|way| key(way)).collect();
            let keys = keys.and_then(|keys| <[String; 4]>::try_from(keys).ok());
            let differ = |keys: &[String; 4]| (1..4).all(|at| !keys[..at].contains(&keys[at]));
            found.extend(keys.filter(differ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_has_two_keys() {
        let check = |text: &str, keys: Option<[&str; 2]>| {
            let keys = keys.map(|keys| keys.map(str::to_owned));
            assert_eq!(stated_switch(text.as_bytes()), keys, "{text}");
        };
        check("(W=Up, A=Left, X=Quit, 3=Disable RNG, 4=Enable RNG):", Some(["3", "4"]));
        check("3 = RNG off, 4 = RNG on", Some(["3", "4"]));
        check("8=Zufall an 9=Zufall aus", Some(["9", "8"]));
        check("W/A/S/D move, 3 stop new tiles, 4 allow new tiles, X exit", Some(["3", "4"]));
        check("W/A/S/D move tiles, X exit", None);
        check("3 stop, 4 go on", None);
    }

    #[test]
    fn keys_stand_before_or_behind_their_words() {
        let check = |text: &str, keys: &[&str]| {
            let found: Vec<String> =
                stated_keys(text.as_bytes()).iter().map(|keys| keys.concat()).collect();
            assert_eq!(found, keys, "{text}");
        };
        check("Enter a move (W=Up, A=Left, S=Down, D=Right, X=Quit):", &["WASD", "ASDX"]);
        check("8 arriba, 4 izq, 2 abajo, 6 der, 0 salir", &["8426", "4260"]);
        check("Zug (o=oben, u=unten, l=links, r=rechts)", &["olur"]);
        check("up (w), left (a), down (s), right (d)", &["wasd"]);
        check("1-Up\n2-Down\n3-Left\n4-Right\n5-Exit", &["1324", "2435"]);
        check("up, down, left or right", &[]);
        check("Move right 3 times", &[]);
    }
}
