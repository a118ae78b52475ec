//! Places on the way through a game from which another one can be gone on with that begins alike.
//!
//! Whoever makes a game smaller plays thousands of games that differ from each other only from some line on.

use crate::boards::Referee;
use crate::draws::Draws;
use crate::script::Script;
use crate::session::Session;
use crate::subject::Subject;

/// A place is kept behind so many lines,
const EVERY: usize = 16;
/// but none where more has been drawn than that, because draws have to be compared,
const MAX_DRAWN: usize = 2_048;
/// and none of a program that has changed more bytes of memory.
const MAX_MEMORY: usize = 64 << 10;

/// The places that were kept, of the last game that was played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail<'a> {
    lines: Vec<Vec<u8>>,
    places: Vec<Waypoint<'a>>,
}

/// A game after some lines.
#[derive(Clone, Debug)]
pub(crate) struct Waypoint<'a> {
    pub(crate) session: Session<Subject>,
    pub(crate) referee: Referee<'a>,
    /// Bytes of output that were read.
    pub(crate) read: u64,
}

impl<'a> Trail<'a> {
    /// The last place of a game that begins as the last one did. What is not on its way is forgotten.
    pub(crate) fn rewind(&mut self, script: &Script) -> Option<Waypoint<'a>> {
        let alike = self.lines.iter().zip(&script.lines).take_while(|(a, b)| a == b).count();
        let draws = script.start_drawing();
        let is_on_the_way = |place: &Waypoint<'_>| {
            place.session.moment().lines <= alike && draws_alike(place.session.draws(), &draws)
        };
        let kept = self.places.partition_point(is_on_the_way);
        self.places.truncate(kept);
        self.lines.clone_from(&script.lines);
        let mut place = self.places.last()?.clone();
        let drawn = place.session.draws().drawn();
        place.session.set_draws(draws.behind(drawn));
        Some(place)
    }

    /// Keeps a place of the game that is being played, now and then.
    pub(crate) fn keep(&mut self, session: &Session<Subject>, referee: &Referee<'a>, read: u64) {
        let lines = session.moment().lines;
        let last = self.places.last().map_or(0, |place| place.session.moment().lines);
        let small = session.player().machine().memory.own_size() <= MAX_MEMORY;
        if lines >= last + EVERY && session.draws().drawn() <= MAX_DRAWN && small {
            let (session, referee) = (session.clone(), referee.clone());
            self.places.push(Waypoint { session, referee, read });
        }
    }
}

/// Whether what was drawn would have been drawn from another list, too.
fn draws_alike(drawn: &Draws, other: &Draws) -> bool {
    (0..drawn.drawn()).all(|index| drawn.at(index) == other.at(index))
}
