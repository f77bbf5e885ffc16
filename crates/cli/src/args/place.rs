//! Where an index is, and by which access mode it is used if that is elsewhere.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

#[cfg(feature = "fetch")]
use std::{env, fs, time::Duration};

#[cfg(feature = "fetch")]
use clap::{Args, ValueEnum};
use twinprint_native::Error;
#[cfg(feature = "fetch")]
use twinprint_native::fetch::{Access, AccessMode, Address};

/// Where an index is.
#[derive(Debug, Clone)]
pub(crate) enum IndexLocation {
    /// In a folder.
    Folder(PathBuf),
    /// At an address.
    #[cfg(feature = "fetch")]
    Address(Address),
}

impl IndexLocation {
    /// Reads what stands in the place of a folder or an address.
    #[cfg(feature = "fetch")]
    pub(super) fn read(text: OsString) -> Result<Self, Error> {
        match text.to_str() {
            Some(address) if Address::is_meant(address) => address.parse().map(IndexLocation::Address),
            _ => Ok(IndexLocation::Folder(text.into())),
        }
    }

    /// Reads what stands in the place of a folder.
    #[cfg(not(feature = "fetch"))]
    pub(super) fn read(text: OsString) -> Result<Self, Error> {
        Ok(IndexLocation::Folder(text.into()))
    }

    /// The folder, if it is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            IndexLocation::Folder(folder) => Some(folder),
            #[cfg(feature = "fetch")]
            IndexLocation::Address(_) => None,
        }
    }
}

impl fmt::Display for IndexLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexLocation::Folder(folder) => folder.display().fmt(f),
            #[cfg(feature = "fetch")]
            IndexLocation::Address(address) => address.fmt(f),
        }
    }
}

/// How an index elsewhere is used.
#[cfg(feature = "fetch")]
#[derive(Args)]
pub(crate) struct RemoteArguments {
    /// How an index elsewhere is used, and so what it, or its host, learns [default: download up to 32 MB, else ranges; prefix for a
    /// service without files]
    #[arg(long, alias = "way", value_name = "MODE", value_enum, help_heading = "An index elsewhere")]
    access_mode: Option<ModeArgument>,

    /// The access token that the index wants, alone in a file [default: the environment's TWINPRINT_TOKEN]
    #[arg(long, value_name = "FILE", help_heading = "An index elsewhere")]
    token_file: Option<PathBuf>,

    /// How many seconds a host may send nothing
    #[arg(long = "timeout", alias = "patience", value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600),
        help_heading = "An index elsewhere")]
    patience: u64,
}

/// The access modes, with what each reveals.
#[cfg(feature = "fetch")]
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ModeArgument {
    /// Nothing of the text: the same files are fetched whatever is checked
    Download,
    /// Which parts of its files are read: some bits of each hash, mixed with decoys; someone who has the same text can often recognise it
    Ranges,
    /// Prefixes: the first 24 of the 64 bits of each hash (28 at most, of very large indexes), and which buckets of sources and
    /// texts are then read, all mixed with decoys; someone who has the same text, or a passage of it, can recognise it
    Prefix,
    /// Full hashes, and which buckets of sources and texts are then read: someone who has the same text, or parts of it, can
    /// recognise it; nobody can read the text from them
    Whole,
}

#[cfg(feature = "fetch")]
impl RemoteArguments {
    /// The access mode that was chosen, if one was.
    pub(crate) fn access_mode(&self) -> Option<AccessMode> {
        self.access_mode.map(|access_mode| match access_mode {
            ModeArgument::Download => AccessMode::Download,
            ModeArgument::Ranges => AccessMode::Ranges,
            ModeArgument::Prefix => AccessMode::Prefix,
            ModeArgument::Whole => AccessMode::Whole,
        })
    }

    /// What requests to the index are made with.
    pub(crate) fn access(&self) -> Result<Access, Error> {
        Ok(Access {
            token: self.token()?,
            patience: Duration::from_secs(self.patience),
            authorities: env::var_os("SSL_CERT_FILE").filter(|file| !file.is_empty()).map(PathBuf::from),
        })
    }

    fn token(&self) -> Result<Option<String>, Error> {
        let Some(file) = &self.token_file else {
            return Ok(env::var("TWINPRINT_TOKEN").ok().filter(|token| !token.is_empty()));
        };
        let place = file.to_string_lossy().into_owned();
        match fs::read_to_string(file) {
            Ok(text) if text.split_whitespace().count() == 1 => Ok(Some(text.trim().into())),
            Ok(_) => {
                let what = "there is not one token in this file";
                Err(Error::Fetch {
                    place,
                    what: what.into(),
                    remedy: "write your token into it, and nothing else".into(),
                })
            }
            Err(reason) => Err(Error::Unreadable { place, reason }),
        }
    }
}
