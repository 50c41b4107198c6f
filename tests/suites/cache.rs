//! What the cache of tests finds again.

use std::fs;

use sycl_hls_tests::cache::key;

#[test]
fn everything_that_tools_are_told_is_in_the_key() {
    let sources = |name: &str, text: &str| {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(folder.path().join("src").join(name), text).unwrap();
        folder
    };
    let key_of =
        |tool: &str, name: &str, text: &str| key(&[tool.to_owned()], sources(name, text).path()).unwrap();
    let first = key_of("g++ 14", "a.v", "module a;");
    assert_eq!(key_of("g++ 14", "a.v", "module a;"), first, "in another folder");
    assert_ne!(key_of("g++ 15", "a.v", "module a;"), first);
    assert_ne!(key_of("g++ 14", "b.v", "module a;"), first);
    assert_ne!(key_of("g++ 14", "a.v", "module b;"), first);
}
