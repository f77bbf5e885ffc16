//! Studies against brute force.

mod lexicons;
mod plan;
mod recommend;
mod sampling;
