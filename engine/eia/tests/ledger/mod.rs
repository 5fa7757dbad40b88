//! A file a subject; each test names its entry of the ledger, or its printed rule.

mod access;
mod assent;
mod board;
mod board_laws;
mod carried;
mod confederations;
mod conquest;
mod crimea;
mod economy;
mod exile;
mod forage;
mod foreseen;
mod garrisons;
mod invaded;
mod minors;
mod movement;
mod occupation;
mod peace;
mod pieces;
mod places;
mod retreat;
mod sea;
mod siege;
mod supply;
