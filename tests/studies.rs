//! Studies against brute force.

mod hamming;
mod lexicons;
mod plan;
mod recommend;
mod sampling;
