//! Where an index is, and how it is asked if that is elsewhere.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

#[cfg(feature = "fetch")]
use std::{env, fs, time::Duration};

#[cfg(feature = "fetch")]
use clap::{Args, ValueEnum};
use twinprint_native::Error;
#[cfg(feature = "fetch")]
use twinprint_native::fetch::{Access, AccessMode, Address};

/// Where an index is.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// In a folder.
    Folder(PathBuf),
    /// At an address.
    #[cfg(feature = "fetch")]
    Address(Address),
}

impl Place {
    /// Reads what stands in the place of a folder or an address.
    #[cfg(feature = "fetch")]
    pub(super) fn read(text: OsString) -> Result<Self, Error> {
        match text.to_str() {
            Some(address) if Address::is_meant(address) => address.parse().map(Place::Address),
            _ => Ok(Place::Folder(text.into())),
        }
    }

    /// Reads what stands in the place of a folder.
    #[cfg(not(feature = "fetch"))]
    pub(super) fn read(text: OsString) -> Result<Self, Error> {
        Ok(Place::Folder(text.into()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => folder.display().fmt(f),
            #[cfg(feature = "fetch")]
            Place::Address(address) => address.fmt(f),
        }
    }
}

/// How an index elsewhere is asked.
#[cfg(feature = "fetch")]
#[derive(Args)]
pub(crate) struct Asking {
    /// How an index elsewhere is asked, and so what it, or its host, learns [default: download up to 32 MB, else ranges; prefix of a
    /// service without files]
    #[arg(long, value_name = "WAY", value_enum, help_heading = "An index elsewhere")]
    way: Option<Reveal>,

    /// The access token that the index wants, alone in a file [default: the environment's TWINPRINT_TOKEN]
    #[arg(long, value_name = "FILE", help_heading = "An index elsewhere")]
    token_file: Option<PathBuf>,

    /// How many seconds a host may say nothing
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600),
        help_heading = "An index elsewhere")]
    patience: u64,
}

/// The ways, with what each reveals.
#[cfg(feature = "fetch")]
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Reveal {
    /// Nothing of the text: the same files are fetched whatever is checked
    Download,
    /// Which parts of its files are read: some bits of each fingerprint, among others drawn at random
    Ranges,
    /// The first 24 of the 64 bits of each fingerprint, and the numbers of the groups of sources and texts then looked into, all shuffled
    /// among others drawn at random: only who has the same text can recognise it by them
    Prefix,
    /// Every fingerprint whole, and the numbers of the groups of sources and texts then looked into: who has the same text, or parts of
    /// it, can recognise it; others cannot read it from them
    Whole,
}

#[cfg(feature = "fetch")]
impl Asking {
    /// The way that was chosen, if one was.
    pub(crate) fn way(&self) -> Option<AccessMode> {
        self.way.map(|way| match way {
            Reveal::Download => AccessMode::Download,
            Reveal::Ranges => AccessMode::Ranges,
            Reveal::Prefix => AccessMode::Prefix,
            Reveal::Whole => AccessMode::Whole,
        })
    }

    /// With what the index is asked.
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
