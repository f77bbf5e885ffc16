//! Studies against brute force.

mod lexicons;
