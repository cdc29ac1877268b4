//! What is understood in UGI, from either side, is written and understood again as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wire::ugi::{Command, Message};

fuzz_target!(|text: &str| {
    match text.parse::<Command>() {
        Ok(command) => assert_eq!(command.to_string().parse(), Ok(command)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match text.parse::<Message>() {
        Ok(message) => assert_eq!(message.to_string().parse(), Ok(message)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
