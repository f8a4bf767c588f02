//! The tests of `brink serve`, by subject.

mod browser;
mod company;
mod games;
mod hostile;
mod kills;
mod load;
mod secrecy;
mod served;
mod store;
mod viewing;
