//! A setup read from a drawn board is drawn and read back as itself, whatever the glyphs.

#![no_main]

use amazons::Setup;
use amazons::notation::Glyphs;
use libfuzzer_sys::fuzz_target;
use otrera_fuzz::check_error;

fuzz_target!(|text: &str| {
    match Setup::from_diagram(text) {
        Ok(setup) => {
            for glyphs in [Glyphs::Ascii, Glyphs::Unicode] {
                let drawn = setup.to_diagram(glyphs);
                assert_eq!(Setup::from_diagram(&drawn).as_ref(), Ok(&setup), "read back from\n{drawn}");
            }
        }
        Err(error) => check_error(text, &error),
    }
});
