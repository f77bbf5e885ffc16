//! Studies of corpora, held to what comes of looking at every pair.

mod hamming;
