//! What whoever asks for a report can decide about it.

use crate::grade::Student;

/// Settings of all formats; each takes what it knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether text may be coloured.
    pub colour: bool,
    /// How many columns text may take.
    pub width: usize,
    /// Which tests students may see by now, in the reports that are for them.
    pub release: Release,
    /// By what a platform's table knows a student.
    pub join: Join,
    /// The title of that column; the platform's usual one if none is given.
    pub key_title: Option<String>,
    /// The title of the column with the grade; the assignment's title if none is given.
    pub grade_title: Option<String>,
    /// The title of the column with remarks, where a table has one.
    pub remarks_title: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            colour: false,
            width: 80,
            release: Release::default(),
            join: Join::default(),
            key_title: None,
            grade_title: None,
            remarks_title: "Feedback comments".to_owned(),
        }
    }
}

/// How far the results of an assignment have been made known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// It is not due yet: students see what is visible.
    #[default]
    Open,
    /// It is due: they see what may be seen after that, too.
    Due,
    /// Grades are published: they see all but what is hidden.
    Published,
}

/// By what a table knows a student.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// A number or an address, or the key of those who have none.
    #[default]
    Id,
    /// The name of the person.
    Name,
    /// The name of the folder or file.
    Key,
}

impl Join {
    /// What the table knows this student by.
    pub fn of(self, student: &Student) -> &str {
        match self {
            Join::Id => student.id.as_deref().unwrap_or(&student.key),
            Join::Name => &student.name,
            Join::Key => &student.key,
        }
    }
}
