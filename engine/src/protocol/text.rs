//! What the game says, byte for byte.
//!
//! The frame and the cells of a board are in [`render::framed`](crate::render::framed).

/// The menu.
pub const WELCOME: &str = "Main Menu:\n[1] New Game\n[2] Start from a State\n[X] Quit\n";
/// Asks for the nine cells of a board.
pub const BOARD_CONFIG: &str =
    "Enter a board configuration (Invalid integer = back to Main menu):\n";
/// The goal is reached.
pub const WIN: &str = "Congratulations! You have reached the 512 tile!";
/// No action is left.
pub const LOSE: &str = "Game Over.";
/// The player leaves.
pub const QUIT: &str = "Program Terminated.";
/// Asks for a move.
pub const ENTER_MOVE: &str =
    "Enter a move (W=Up, A=Left, S=Down, D=Right, X=Quit, 3=Disable RNG, 4=Enable RNG):\n";
/// A line that is not a choice, or a move that changes nothing.
pub const INVALID_MOVE: &str = "Invalid move.\n";
/// A number that is not a tile.
pub const INVALID_INT: &str = "Invalid integer.\n";
/// New tiles are switched off.
pub const RNG_DISABLED: &str = "RNG Disabled.\n";
/// New tiles are switched on.
pub const RNG_ENABLED: &str = "RNG Enabled.\n";
