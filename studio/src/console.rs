//! The console of a run: what the program wrote, with what was typed in between, as a terminal shows
//! it. Whoever goes back in time sees the console of that time.

use crate::protocol::Piece;

/// The most bytes of output that are shown.
const SHOWN: u64 = 64 << 10;

/// What was typed: when, and behind how much output.
#[derive(Clone, Debug)]
struct Typed {
    step: u64,
    written: u64,
    text: String,
}

/// What was typed in a run.
#[derive(Debug, Default)]
pub(crate) struct Console {
    typed: Vec<Typed>,
}

impl Console {
    /// Something is typed at a step; what was typed from then on, in another future, is gone.
    pub(crate) fn type_at(&mut self, step: u64, written: u64, text: &str) {
        self.typed.retain(|typed| typed.step < step);
        self.typed.push(Typed { step, written, text: text.to_string() });
    }

    /// The console at a step, of which the program has written so much; `output` gives the bytes
    /// from one count to another.
    pub(crate) fn pieces<'a>(
        &self,
        step: u64,
        written: u64,
        output: impl Fn(u64, u64) -> &'a [u8],
    ) -> Vec<Piece> {
        let first = written.saturating_sub(SHOWN);
        let mut at = first;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut add = |typed: bool, text: String| match pieces.last_mut() {
            Some(last) if last.typed == typed => last.text.push_str(&text),
            _ if text.is_empty() => {}
            _ => pieces.push(Piece { typed, text }),
        };
        let decode = |from, to| String::from_utf8_lossy(output(from, to)).into_owned();
        for typed in self.typed.iter().filter(|typed| typed.step <= step && typed.written >= first)
        {
            let to = typed.written.min(written);
            add(false, decode(at, to));
            add(true, typed.text.clone());
            at = to;
        }
        add(false, decode(at, written));
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_stands_where_it_was_typed() {
        let output = b"How many? Thanks";
        let all = |from: u64, to: u64| &output[from as usize..to as usize];
        let mut console = Console::default();
        console.type_at(7, 10, "3\n");
        let shown = |step, written| {
            let pieces = console.pieces(step, written, all);
            pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("|")
        };
        assert_eq!(shown(20, 16), "How many? |3\n|Thanks");
        assert_eq!(shown(5, 10), "How many? ");
        assert_eq!(shown(7, 10), "How many? |3\n");
    }

    #[test]
    fn another_answer_takes_the_place_of_the_first() {
        let mut console = Console::default();
        console.type_at(7, 0, "3\n");
        console.type_at(9, 0, "5\n");
        console.type_at(7, 0, "4\n");
        let pieces = console.pieces(9, 0, |_, _| b"");
        assert_eq!(pieces, [Piece { typed: true, text: "4\n".into() }]);
    }
}
