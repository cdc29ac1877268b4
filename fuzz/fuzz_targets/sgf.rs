//! Games read from SGF are written and read back as themselves; Little Golem's form keeps their main lines.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| otrera_fuzz::check_file(bytes));
