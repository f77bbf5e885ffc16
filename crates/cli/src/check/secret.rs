//! Where the secret that decoys follow from is kept.

use std::env;
use std::path::PathBuf;

use twinprint::index::Secret;
use twinprint_native::fetch::kept_secret;

use crate::say_note;

/// The secret of this machine's user; none where none can be kept, which is said.
pub(super) fn secret() -> Option<Secret> {
    let file = folder()?.join("decoys");
    let secret = kept_secret(&file);
    if let Err(reason) = &secret {
        let file = file.display();
        say_note(format_args!(
            "{file}: {reason}; another check of the same text will send other decoys, and comparing the two tells which are decoys; \
             delete the file, or set XDG_STATE_HOME to a folder that can be written"
        ));
    }
    secret.ok()
}

/// The folder for what a program knows from one time to the next.
fn folder() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let own = || Some(set("HOME")?.join(".local/state"));
    let state = if cfg!(windows) { set("LOCALAPPDATA") } else { set("XDG_STATE_HOME").or_else(own) };
    state.map(|state| state.join("twinprint"))
}
