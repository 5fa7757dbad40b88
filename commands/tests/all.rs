//! The tests of the commands, one program. Random play, which reads everything that is logged, is a program of its own.

mod agreement;
mod battle;
mod battle_desk;
mod buttons;
mod charts;
mod common;
mod desk;
mod europa_sheets;
mod europa_sieges;
mod forms;
mod house;
mod lasting;
mod lodged;
mod map;
mod nationalism;
mod posts;
mod reinforce;
mod speech;
mod stand_ins;
mod strongbox;
mod transfer;
mod tree;
mod typed;
mod variation;
mod votes;
