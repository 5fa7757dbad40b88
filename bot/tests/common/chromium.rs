//! The verifier page in headless Chromium.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(240);

/// The browser to use; `None`, with a printed reason, where there is none and none is demanded.
pub fn browser() -> Option<PathBuf> {
    let wanted = std::env::var_os("CHANCERY_CHROMIUM").map(PathBuf::from);
    let found = wanted.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join("chromium")).find(|file| file.is_file())
    });
    if found.is_none() {
        let demanded = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!demanded, "Chromium is missing, and where CI=true the verifier page must be tested.");
        println!("skipped: there is no Chromium here (install it, or name it in CHANCERY_CHROMIUM)");
    }
    found
}

/// Opens a page from disk and gives the document as it stands after its scripts have run.
pub fn open(browser: &Path, page: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"])
        .args(["--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync"])
        .args(["--virtual-time-budget=60000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut pipe = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut document = Vec::new();
        pipe.read_to_end(&mut document).unwrap();
        document
    });
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("Chromium did not finish within {PATIENCE:?}.");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    String::from_utf8(reader.join().unwrap()).unwrap()
}

/// The text of the `<pre>` with this id.
pub fn text_of(document: &str, id: &str) -> String {
    let opening = format!("<pre id=\"{id}\">");
    let from = document.find(&opening).unwrap_or_else(|| {
        panic!("There is no {id} in what Chromium gave back: {document}");
    });
    let rest = &document[from + opening.len()..];
    rest[..rest.find("</pre>").unwrap()]
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

/// What a harness script reported on the page of a record, given any JSON as its constant `GIVEN`.
pub fn harness(browser: &Path, record: &[u8], given: &Value, script: &str) -> Value {
    let tail = format!(
        "<pre id=\"harness\"></pre><script>\n\"use strict\";\n\
         function report(value) {{ document.getElementById(\"harness\").textContent = JSON.stringify(value); }}\n\
         const GIVEN = JSON.parse(atob(\"{}\"));\n\
         try {{ {script} }} catch (error) {{ report({{ broken: String(error) }}); }}\n</script></body>",
        STANDARD.encode(given.to_string())
    );
    let page = chancery::verify::page(record, "evening.jsonl");
    assert_eq!(page.matches("</body>").count(), 1);
    let told = text_of(&open(browser, &page.replace("</body>", &tail)), "harness");
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told:?}"))
}
