//! The body of a request: counted while it streams, whatever its headers say of its length, and awaited only so long.

use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::{Instant, timeout_at};

use twinprint::index::service::Refusal;

/// How long, and how many bytes, a client that sends too much may go on before it is answered: who is cut off in the middle
/// often does not read why.
const PATIENCE_WITH_MORE: Duration = Duration::from_secs(1);
const MORE: usize = 4 << 20;

/// The whole body, within the time a client has for it and the most bytes that are taken.
///
/// # Errors
/// A [`Refusal`] to answer with: too long, too slow, or broken off.
pub async fn read(body: &mut Incoming, most: usize, patience: Duration) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let deadline = Instant::now() + patience;
    loop {
        match timeout_at(deadline, body.frame()).await {
            Err(_) => return Err(Refusal::slow()),
            Ok(None) => return Ok(bytes),
            Ok(Some(Err(_))) => return Err(Refusal::broken_off()),
            Ok(Some(Ok(frame))) => {
                let data = frame.data_ref().map_or(&[][..], |data| data);
                if bytes.len() + data.len() > most {
                    pass(body, PATIENCE_WITH_MORE).await;
                    return Err(Refusal::longer_than(most));
                }
                bytes.extend(data);
            }
        }
    }
}

/// Reads on without keeping anything, for a while.
pub(super) async fn pass(body: &mut Incoming, patience: Duration) {
    let deadline = Instant::now() + patience;
    let mut passed = 0;
    while passed < MORE {
        let Ok(Some(Ok(frame))) = timeout_at(deadline, body.frame()).await else { return };
        passed += frame.data_ref().map_or(0, |data| data.len());
    }
}

/// As [`pass`], of a body that is not wanted at all.
pub(super) async fn pass_over(body: &mut Incoming) {
    pass(body, PATIENCE_WITH_MORE).await;
}
