//! `sycl-hls xclbin sign` and `validate`, and the options of signatures of `sycl-hls xclbinutil`.

use crate::cli::images;
use crate::cli::support::{Folder, Outcome, finish, start};

/// A folder with an image, `a.xclbin`, and two keys.
fn folder() -> Folder {
    let folder = images::folder();
    folder.make_key("key.pem", "cert.pem");
    folder.make_key("other.key", "other.pem");
    folder
}

/// Changes a byte of the bitstream.
fn tamper(folder: &Folder, name: &str) {
    let mut bytes = folder.read(name);
    let at = bytes.windows(4).position(|window| window == b"bits").unwrap();
    bytes[at] = b'B';
    folder.write(name, bytes);
}

#[test]
fn images_are_signed_and_validated() {
    let folder = folder();
    let run = |words: &str| folder.run(words.split(' '));
    let sign = "xclbin sign a.xclbin --private-key key.pem --certificate cert.pem";
    run(&format!("{sign} -o b.xclbin --digest-algorithm SHA256")).success();
    assert!(run("xclbin validate b.xclbin --certificate cert.pem").success().stderr.contains("(sha256)"));
    run("xclbin validate a.xclbin --certificate cert.pem")
        .fails(1, &["a.xclbin: ", "the image is not signed"]);
    run("xclbin validate b.xclbin --certificate other.pem").fails(1, &["it is not of this certificate"]);
    tamper(&folder, "b.xclbin");
    let validated = run("xclbin validate b.xclbin --certificate cert.pem");
    validated.fails(1, &["b.xclbin: signature: it does not fit: the image was changed"]);

    let before = folder.read("a.xclbin");
    run(&format!("{sign} --digest-algorithm md5")).fails(2, &["`md5` is none of the digests", "sha384"]);
    let unfit = "xclbin sign a.xclbin --private-key key.pem --certificate other.pem";
    run(unfit).fails(1, &["key.pem", "does not fit the certificate other.pem"]);
    run("xclbin sign a.xclbin --private-key cert.pem --certificate cert.pem").fails(1, &["no private key"]);
    assert_eq!(folder.read("a.xclbin"), before);
    run(sign).success();
    run("xclbin validate a.xclbin --certificate cert.pem").success();
    let changed = run("xclbin keyvalue a.xclbin --set a=5").success();
    assert!(changed.stderr.contains("Dropped the signature"), "{}", changed.stderr);
}

#[test]
fn expired_certificates_sign_nothing() {
    let folder = folder();
    for words in [
        "req -new -key key.pem -subj /CN=somebody -out request",
        "x509 -req -in request -signkey key.pem -days -1 -out expired.pem",
    ] {
        let made = finish(start({
            let mut openssl = folder.limited("", "openssl");
            openssl.args(words.split(' '));
            openssl
        }));
        assert!(made.status.success(), "{}", made.stderr);
    }
    let before = folder.read("a.xclbin");
    let key = "--private-key key.pem --certificate expired.pem";
    let run = |words: String| folder.run(words.split(' '));
    run(format!("xclbin sign a.xclbin {key}")).fails(1, &["the certificate has expired: it was valid until"]);
    run(format!("xclbinutil -i a.xclbin -o b.xclbin {key}")).fails(255, &["the certificate has expired"]);
    assert!(folder.read("a.xclbin") == before && !folder.path("b.xclbin").exists());
}

#[test]
fn signatures_of_xclbinutil() {
    let folder = folder();
    let run = |words: &str| -> Outcome { folder.run(["xclbinutil"].into_iter().chain(words.split(' '))) };
    let sign = "-i a.xclbin --private-key key.pem --certificate cert.pem";
    run(&format!("{sign} -o b.xclbin --digest-algorithm sha384 --key-value USER:k:v")).success();
    let validate = "--validate-signature --certificate cert.pem";
    run(&format!("-i b.xclbin {validate}")).success();
    run(&format!("-i a.xclbin {validate}")).fails(255, &["the image is not signed"]);
    run("-i b.xclbin --dump-signature signature").success();
    assert!(folder.read("b.xclbin").ends_with(&folder.read("signature")));
    run("-i b.xclbin --dump-signature signature").fails(255, &["is there already", "--force"]);
    run("-i a.xclbin --dump-signature s").fails(255, &["a.xclbin: there is no signature"]);
    let written = run("-i b.xclbin -o c.xclbin --remove-key k").success();
    assert!(written.stderr.contains("Dropped the signature"), "{}", written.stderr);
    tamper(&folder, "b.xclbin");
    run(&format!("-i b.xclbin {validate}")).fails(255, &["the image was changed after it was signed"]);
    // Nothing is done with an image that does not hold what was signed.
    run(&format!("-i b.xclbin -o d.xclbin {validate}")).fails(255, &["the image was changed"]);
    assert!(!folder.path("d.xclbin").exists());
    run(&format!("{sign} -o d.xclbin --digest-algorithm md5")).fails(255, &["`md5` is none of"]);
    run("-i a.xclbin --private-key key.pem -o d.xclbin").fails(255, &["--certificate"]);
    run("-i a.xclbin --private-key key.pem --certificate cert.pem").fails(255, &["--output"]);
}

#[test]
fn signatures_of_the_user() {
    let folder = folder();
    let run = |words: &str| folder.run(["xclbinutil"].into_iter().chain(words.split(' ')));
    run("-i a.xclbin --get-signature").fails(255, &["a.xclbin: there is no user's signature"]);
    run("-i a.xclbin -o b.xclbin --add-signature by-me").success();
    assert_eq!(run("-i b.xclbin --get-signature").success().stdout, "by-me 49\n");
    let (before, after) = (folder.read("a.xclbin"), folder.read("b.xclbin"));
    assert_eq!(after[..before.len()], before);
    // 44 bytes of header: offsets count from its start.
    let block: Vec<u32> = after[before.len() + 24..before.len() + 44]
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    assert_eq!((&after[before.len()..before.len() + 4], &block[..]), (&b"SIGN"[..], &[49, 0, 44, 5, 49][..]));
    run("-i b.xclbin -o c.xclbin --add-signature again").fails(255, &["there is a user's signature already"]);
    run("-i b.xclbin -o c.xclbin --remove-signature").success();
    assert_eq!(folder.read("c.xclbin"), before);
    let both = "-i a.xclbin -o d.xclbin --add-signature x --private-key key.pem --certificate cert.pem";
    run(both).fails(255, &["cannot be used with"]);
    let mut damaged = after;
    damaged[before.len() + 36..before.len() + 40].copy_from_slice(&u32::MAX.to_le_bytes());
    folder.write("b.xclbin", damaged);
    run("-i b.xclbin --get-signature").fails(255, &["reach past the end at 49"]);
}
