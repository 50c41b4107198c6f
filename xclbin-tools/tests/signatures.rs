//! Signatures: ours are those of OpenSSL, and those of OpenSSL are accepted.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;
use xclbin_tools::{Certificate, Digest, Editor, Error, Lost, SectionKind, Signer, XclbinFile, validate};

/// Keys and certificates that OpenSSL made: `a`, `b` and an elliptic one, and `twin`, of another key with the names and
/// the number of `a`.
static KEYS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for (name, subject, key) in
        [("a", "a", "rsa:2048"), ("b", "b", "rsa:2048"), ("twin", "a", "rsa:2048"), ("ec", "ec", "ec")]
    {
        let mut words = format!("req -x509 -newkey {key} -nodes -days 30 -set_serial 77 -subj /CN={subject}");
        words += &format!(" -keyout {name}.key -out {name}.pem");
        if key == "ec" {
            words += " -pkeyopt ec_paramgen_curve:prime256v1";
        }
        openssl(folder.path(), &words);
    }
    openssl(folder.path(), "x509 -in a.pem -outform DER -out a.der");
    openssl(folder.path(), "rsa -in a.key -traditional -out a.pkcs1");
    openssl(folder.path(), "pkey -in a.key -aes256 -passout pass:p -out a.encrypted");
    folder
});

fn try_openssl(folder: &Path, words: &str) -> Result<(), String> {
    let output = Command::new("openssl").args(words.split(' ')).current_dir(folder).output();
    let output = output.expect("this needs: apt-get install openssl");
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn openssl(folder: &Path, words: &str) {
    try_openssl(folder, words).unwrap_or_else(|error| panic!("openssl {words}: {error}"));
}

fn key(name: &str) -> PathBuf {
    KEYS.path().join(name)
}

fn signer(name: &str) -> Signer {
    Signer::read(&key(&format!("{name}.key")), &key(&format!("{name}.pem"))).unwrap()
}

/// A folder with an unsigned image, `a.xclbin`.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("a.xclbin"), crate::sample::bytes()).unwrap();
    folder
}

fn edit(path: &Path) -> Editor {
    Editor::of(XclbinFile::open(path).unwrap()).unwrap()
}

fn sign(folder: &TempDir, who: &str, digest: Digest) -> PathBuf {
    let path = folder.path().join("signed.xclbin");
    edit(&folder.path().join("a.xclbin"))
        .write_signed(&path, &signer(who), digest, SystemTime::now(), &|| true)
        .unwrap();
    path
}

fn check_at(image: &Path, certificate: &str, now: SystemTime) -> Result<Digest, Error> {
    let certificate = Certificate::read(&key(certificate)).unwrap();
    validate(&XclbinFile::open(image).unwrap(), &certificate, now, &|| true)
}

fn check(image: &Path, certificate: &str) -> Result<Digest, Error> {
    check_at(image, certificate, SystemTime::now())
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, words: &str) {
    let error = result.unwrap_err().to_string();
    assert!(error.contains(words), "{error}\nhas not: {words}");
}

/// The image with the length that it had unsigned, and the signature.
fn parts(signed: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let length = i32::from_le_bytes(signed[8..12].try_into().unwrap()) as usize;
    let (image, signature) = signed.split_at(signed.len() - length);
    let mut image = image.to_vec();
    let content = image.len() as u64;
    image[8..12].copy_from_slice(&(-1_i32).to_le_bytes());
    image[304..312].copy_from_slice(&content.to_le_bytes());
    (image, signature.to_vec())
}

/// What `parts` took apart.
fn joined(image: &[u8], signature: &[u8]) -> Vec<u8> {
    let mut bytes = [image, signature].concat();
    let length = bytes.len() as u64;
    bytes[8..12].copy_from_slice(&(signature.len() as i32).to_le_bytes());
    bytes[304..312].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// What `validate` would refuse is not made.
#[test]
fn only_valid_certificates_sign() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let folder = folder();
    let (image, signed) = (folder.path().join("a.xclbin"), folder.path().join("signed.xclbin"));
    let sign_at = |now| edit(&image).write_signed(&signed, &signer("a"), Digest::Sha256, now, &|| true);
    refused(sign_at(SystemTime::now() - DAY), "the certificate is not valid before ");
    refused(sign_at(SystemTime::now() + 31 * DAY), "the certificate has expired: it was valid until ");
    assert!(!signed.exists());
    sign_at(SystemTime::now() + 29 * DAY).unwrap();
}

#[test]
fn what_is_signed_is_valid_here_and_for_openssl() {
    for digest in [Digest::Sha256, Digest::Sha384, Digest::Sha512] {
        let folder = folder();
        let signed = sign(&folder, "a", digest);
        for certificate in ["a.pem", "a.der"] {
            assert_eq!(check(&signed, certificate).unwrap(), digest);
        }
        let (image, signature) = parts(&std::fs::read(&signed).unwrap());
        assert_eq!(image, crate::sample::bytes(), "nothing else has changed");
        std::fs::write(folder.path().join("image"), &image).unwrap();
        std::fs::write(folder.path().join("signature"), &signature).unwrap();
        let certificate = key("a.pem");
        let certificate = certificate.display();
        for command in ["smime", "cms"] {
            let words = format!(
                "{command} -verify -in signature -inform DER -content image -noverify -certfile {certificate} \
                 -binary -out /dev/null"
            );
            openssl(folder.path(), &words);
            let mut changed = image.clone();
            changed[500] ^= 1;
            std::fs::write(folder.path().join("changed"), &changed).unwrap();
            let words = words.replace("-content image", "-content changed");
            try_openssl(folder.path(), &words).unwrap_err();
        }
    }
}

/// The very bytes that xclbinutil's library writes.
#[test]
fn a_signature_is_that_of_openssl_byte_for_byte() {
    let folder = folder();
    let (_, ours) = parts(&std::fs::read(sign(&folder, "a", Digest::Sha512)).unwrap());
    assert_eq!(ours, openssl_signature(&folder, "-md sha512 -nocerts -noattr"));
}

fn openssl_signature(folder: &TempDir, options: &str) -> Vec<u8> {
    let (certificate, private) = (key("a.pem"), key("a.key"));
    let words = format!(
        "cms -sign -signer {} -inkey {} {options} -binary -in a.xclbin -outform DER -out theirs",
        certificate.display(),
        private.display()
    );
    openssl(folder.path(), &words);
    std::fs::read(folder.path().join("theirs")).unwrap()
}

#[test]
fn what_openssl_signed_is_valid() {
    for options in [
        "-md sha256 -nocerts -noattr",
        "-md sha512 -nocerts",
        "-md sha384 -noattr",
        "-md sha512 -keyid -nocerts",
        "-md sha256",
    ] {
        let folder = folder();
        let signature = openssl_signature(&folder, options);
        let signed = folder.path().join("signed.xclbin");
        let bytes = joined(&crate::sample::bytes(), &signature);
        std::fs::write(&signed, &bytes).unwrap();
        check(&signed, "a.pem").unwrap_or_else(|error| panic!("{options}: {error}"));
        let mut changed = bytes;
        changed[500] ^= 1;
        std::fs::write(&signed, &changed).unwrap();
        refused(check(&signed, "a.pem"), "the image was changed after it was signed");
    }
}

/// Wherever a byte is changed, the image is refused: by its headers or by its signature.
#[test]
fn no_byte_can_be_changed() {
    let folder = folder();
    let path = sign(&folder, "a", Digest::Sha512);
    let bytes = std::fs::read(&path).unwrap();
    let certificate = Certificate::read(&key("a.pem")).unwrap();
    let content = parts(&bytes).0.len();
    let places = (0..content).step_by(7).chain(content..bytes.len());
    for place in places {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        std::fs::write(&path, &changed).unwrap();
        let valid = XclbinFile::open(&path)
            .and_then(|file| validate(&file, &certificate, SystemTime::now(), &|| true));
        assert!(valid.is_err(), "byte {place} of {}, content {content}", bytes.len());
    }
}

#[test]
fn what_is_not_signed_or_by_somebody_else_is_refused() {
    let folder = folder();
    refused(check(&folder.path().join("a.xclbin"), "a.pem"), "the image is not signed");
    let signed = sign(&folder, "a", Digest::Sha512);
    refused(check(&signed, "b.pem"), "it is not of this certificate, but of number 4D of `CN=a`");
    refused(check(&signed, "twin.pem"), "the image was changed after it was signed, or with another key");
    let mut longer = std::fs::read(&signed).unwrap();
    longer.push(0);
    std::fs::write(&signed, longer).unwrap();
    refused(check(&signed, "a.pem"), "1 bytes follow it, which it does not cover");
}

#[test]
fn the_certificate_must_be_valid() {
    let folder = folder();
    let signed = sign(&folder, "a", Digest::Sha512);
    let month = Duration::from_secs(31 * 24 * 3600);
    refused(check_at(&signed, "a.pem", SystemTime::now() + month), "has expired");
    refused(check_at(&signed, "a.pem", SystemTime::now() - month), "is not valid before");
}

#[test]
fn messages_of_another_kind_are_refused() {
    let folder = folder();
    let path = folder.path().join("signed.xclbin");
    let refuses = |signature: &[u8], words: &str| {
        std::fs::write(&path, joined(&crate::sample::bytes(), signature)).unwrap();
        refused(check(&path, "a.pem"), words);
    };
    refuses(b"", "it is no CMS");
    refuses(b"signature", "it is no CMS");
    refuses(&openssl_signature(&folder, "-md sha1 -noattr"), "its digest, 1.3.14.3.2.26, is none of sha256");
    refuses(&openssl_signature(&folder, "-nodetach"), "it signs bytes of its own");
    let pss = openssl_signature(&folder, "-keyopt rsa_padding_mode:pss");
    refuses(&pss, "its algorithm, 1.2.840.113549.1.1.10, is not RSA with PKCS #1 v1.5");
    let mut long = vec![0x30, 0x83, 0x20, 0, 0];
    long.resize(5 + 0x20_0000, 0);
    refuses(&long, "and at most 1048576 are supported");
}

#[test]
fn keys_and_certificates_are_checked() {
    let read = |private: &str, certificate: &str| Signer::read(&key(private), &key(certificate));
    read("a.pkcs1", "a.der").unwrap();
    refused(read("a.key", "b.pem"), "the private key does not fit the certificate");
    refused(read("ec.key", "ec.pem"), "ec.key: signature: this is no private key of RSA");
    refused(read("a.key", "ec.pem"), "ec.pem: signature: the certificate's key is not one of RSA");
    refused(read("a.encrypted", "a.pem"), "the private key is encrypted");
    refused(read("a.pem", "a.pem"), "this is no private key of RSA");
    refused(read("a.der", "a.pem"), "this is no private key in PEM");
    refused(read("a.key", "a.key"), "this is no certificate in PEM or DER");
    refused(read("missing", "a.pem"), "cannot read it");
    assert_eq!(Digest::named("SHA384"), Ok(Digest::Sha384));
    assert!(Digest::named("md5").unwrap_err().to_string().contains("none of the digests"));
}

/// A change drops the signature, and to sign a signed image gives it one signature, not two.
#[test]
fn a_signature_is_replaced_and_dropped() {
    let folder = folder();
    let first = sign(&folder, "a", Digest::Sha512);
    let once = std::fs::read(&first).unwrap();
    edit(&first).write_signed(&first, &signer("a"), Digest::Sha512, SystemTime::now(), &|| true).unwrap();
    assert_eq!(std::fs::read(&first).unwrap(), once);
    let mut editor = edit(&first);
    editor.remove(editor.position(SectionKind::BITSTREAM).unwrap());
    assert_eq!(editor.lost().unwrap(), [Lost::Signature]);
    editor.write(&first, &|| true).unwrap();
    refused(check(&first, "a.pem"), "the image is not signed");
    // No half of a file is left when the work is stopped.
    let no = folder.path().join("no");
    let now = SystemTime::now();
    let stopped = edit(&first).write_signed(&no, &signer("a"), Digest::Sha256, now, &|| false);
    assert!(matches!(stopped, Err(Error::Interrupted)));
    assert!(!folder.path().join("no").exists());
}
