//! A run of a program as a timeline: any moment of it, forwards and backwards.
//!
//! ```
//! use std::sync::Arc;
//!
//! use debugger::{Debugger, Options, PointRule, Reason, Target, TimeDirection, point};
//! use mips_sim::host::ScriptedHost;
//! use mips_sim::{AsmOptions, assemble};
//!
//! let source = "main: li $t0, 3\nloop: addiu $t0, $t0, -1\nbgtz $t0, loop\n";
//! let mut files: &[(&str, &str)] = &[("p.asm", source)];
//! let image = Arc::new(assemble(&["p.asm"], &mut files, &AsmOptions::default()).image);
//! let at = point::at_label(&image, "loop").unwrap().addresses;
//! let mut debugger = Debugger::new(image, ScriptedHost::new(""), Options::default());
//! debugger.add_point(Target::Code(at), PointRule::default());
//!
//! // The third time, and back to the second.
//! for _ in 0..3 {
//!     debugger.proceed(TimeDirection::Forward);
//! }
//! assert_eq!((debugger.step(), debugger.machine().cpu.get(8)), (5, 1));
//! let stopped = debugger.proceed(TimeDirection::Back);
//! assert!(matches!(stopped.reason, Reason::Hit(_)));
//! assert_eq!((debugger.step(), debugger.machine().cpu.get(8)), (3, 2));
//! ```
//!
//! [`Debugger`] is what front ends use: it has the program, its histories and the points to stop at.
//! What the world answered is recorded, and snapshots are taken while the program runs at full speed;
//! nobody looks on. Going back is a snapshot and running again. Whoever changes a register, memory or
//! input goes on in a history of its own, and the others stay.
//!
//! Nothing here knows a terminal or a protocol, starts a thread or looks at a clock: [`Workers`] can be
//! brought, and results are data.

#![warn(clippy::disallowed_methods)]

mod calls;
mod expression;
mod findings;
mod location;
mod origin;
pub mod point;
mod scan;
mod search;
mod session;
mod timeline;
mod travel;
mod workers;
mod world;

pub use calls::{OpenCall, Stack};
pub use expression::{EvaluationError, Expression, ExpressionError, ExpressionProblem, Scene};
pub use location::{Location, LocationError};
pub use origin::{Made, Origin};
pub use point::{Hits, Message, Point, PointId, PointRule, Target, Use};
pub use scan::{Hit, Logged, Services, What};
pub use search::Interrupted;
pub use session::{
    ChangeError, DEFAULT_BUDGET, Debugger, HistoryInfo, Options, Reason, Stopped, TimeDirection,
};
pub use travel::StepSize;
pub use workers::{Alone, Job, Workers};
