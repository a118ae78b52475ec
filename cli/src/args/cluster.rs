//! The options by which a command is carried out by a cluster.

use std::path::PathBuf;

#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct SlurmArgs {
    /// Let N tasks of a Slurm cluster do the work; the result is that of one machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) slurm: Option<u32>,
    /// Options for sbatch, such as '--partition=short --time=30'
    #[arg(long, value_name = "OPTIONS", requires = "slurm", allow_hyphen_values = true)]
    pub(crate) slurm_options: Option<String>,
    /// With --slurm: only write the scripts that would be submitted to a folder
    #[arg(long, value_name = "DIR", requires = "slurm")]
    pub(crate) slurm_script: Option<PathBuf>,
}
