//! The instruction set as data: the tables, and everything that can be derived from them. Knows
//! nothing of source files or machines.

pub mod codec;
pub mod disasm;
pub mod effects;
pub mod forms;
pub mod pseudo;
pub mod reg;
pub mod syntax;
pub mod table;

pub use codec::{Inst, decode, encode};
pub use effects::{Effects, effects};
pub use syntax::Slot;
pub use table::{Op, Row, TABLE};
