//! One `SQLite` file with every game, match and thought. Nothing that a user made is ever lost.
