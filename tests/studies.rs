//! Studies against brute force.

mod agreement;
mod hamming;
mod lexicons;
mod plan;
mod recommend;
mod sampling;
