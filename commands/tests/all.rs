//! The tests of the commands, one program. Random play, which reads everything that is logged, is a program of its own.

mod battle;
mod buttons;
mod charts;
mod common;
mod desk;
mod forms;
mod house;
mod lasting;
mod map;
mod posts;
mod speech;
mod strongbox;
mod tree;
mod typed;
mod votes;
