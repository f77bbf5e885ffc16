//! Studies against brute force.

mod agreement;
mod collection;
mod hamming;
mod lexicons;
mod plan;
mod recommend;
mod sampling;
