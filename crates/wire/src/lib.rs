//! Protocol messages as pure types: what engines and their users say to each other, without any input or output.
