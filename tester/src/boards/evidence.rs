//! What has to be seen before a rule is said to hold.

use super::menu::Menu;
use super::protocol::Protocol;
use crate::aspects::{self, Aspects};
use crate::rule::Rule;

/// The situations in which boards can show a rule, as far as the program offers them; nothing if it
/// does not have what the rule is about.
pub fn wanted(rule: Rule, protocol: &Protocol) -> Option<Aspects> {
    let (menu, keys) = (protocol.menu.as_ref(), &protocol.keys);
    let states = menu.is_some_and(|menu| menu.from_state.is_some());
    let choice = menu.is_some_and(Menu::has_choice);
    let begins = menu.is_none_or(|menu| menu.new_game.is_some());
    let cannot = [
        // Draws and numbers that are not tiles are not seen on boards.
        (aspects::SPAWN_AGAIN, true),
        (aspects::NO_TILE, true),
        (aspects::START, !begins),
        (aspects::CELL, !states),
        (aspects::ENTERED, !states),
        (aspects::WON + 1, !states),
        (aspects::LOST + 1, !states),
        (aspects::OTHER_MENU, !choice),
        (aspects::QUIT_MENU, menu.is_none_or(|menu| menu.quit.is_none())),
        (aspects::QUIT_GAME, keys.quit.is_none()),
        (aspects::SWITCHED_OFF, keys.rng_off.is_none()),
        (aspects::SWITCHED_ON, keys.rng_on.is_none()),
    ];
    let mut wanted = Aspects::of(rule);
    cannot.iter().filter(|(_, cannot)| *cannot).for_each(|(aspect, _)| wanted.unset(*aspect));
    // Who asks after each move whether to go on was seen to end then.
    let leaves = rule == Rule::Quit && protocol.asides.iter().any(|aside| aside.quit.is_some());
    (leaves || !wanted.is_empty()).then_some(wanted)
}
