//! Studies against brute force.

mod lexicons;
mod recommend;
