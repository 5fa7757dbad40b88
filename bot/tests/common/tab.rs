//! A tab of headless Chromium that a test drives: it runs scripts in the page and hears what the page complains of.

use futures::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long anything may take in the page before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the test's scripts are given: waiting for something, finding a button by its words, filling a form.
const HELP: &str = r#"
const until = async (what, test) => {
  for (const end = Date.now() + 20000; Date.now() < end; await new Promise((go) => setTimeout(go, 20))) {
    const found = test();
    if (found) return found;
  }
  throw new Error(`${what} did not come. ${document.getElementById('messages').innerText}`);
};
const button = (words) => until(`The button "${words}"`, () => [...document.querySelectorAll('#messages .message button:not([disabled])')].filter((one) => one.innerText.trim() === words).at(-1));
const press = async (words) => (await button(words)).click();
const says = (words) => until(`"${words}"`, () => document.getElementById('messages').innerText.includes(words));
const sit = async (name) => {
  (await until(name, () => document.querySelector(`#who[open] [data-user-name="${name}"]`) ?? [...document.querySelectorAll('.person')].find((one) => one.title.startsWith(name)))).click();
  await until(`${name} at the table`, () => document.getElementById('me-name').textContent === name && !document.getElementById('who').open);
};
const fill = async (values) => {
  const form = await until('The form', () => document.querySelector('dialog.modal[open]'));
  for (const [id, value] of Object.entries(values)) form.querySelector(`[data-custom-id="${id}"]`).value = value;
  form.querySelector('[data-modal-submit]').click();
  await until('The end of the form', () => !document.querySelector('dialog.modal[open]'));
};
const type = async (line) => {
  const composer = document.getElementById('composer');
  composer.focus();
  composer.value = line;
  composer.dispatchEvent(new InputEvent('input', { bubbles: true }));
  document.getElementById('composer-form').requestSubmit();
  await until(`"${line}" being sent`, () => composer.value === '');
};
"#;

/// A tab, and the browser it is in.
pub struct Tab {
    browser: Child,
    _profile: TempDir,
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    session: String,
    next: u64,
    /// Exceptions, and errors on the console.
    pub complaints: Vec<String>,
}

impl Tab {
    /// Opens an address.
    pub async fn open(browser: &Path, address: &str) -> Tab {
        let profile = tempfile::tempdir().unwrap();
        let browser = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg("--remote-debugging-port=0")
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let told = loop {
            let told = std::fs::read_to_string(profile.path().join("DevToolsActivePort")).unwrap_or_default();
            if let Some((port, path)) = told.split_once('\n') {
                break format!("ws://127.0.0.1:{port}{path}");
            }
            assert!(begun.elapsed() < PATIENCE, "Chromium does not start.");
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let (socket, _) = connect_async(told).await.unwrap();
        let (session, complaints) = (String::new(), Vec::new());
        let mut tab = Tab { browser, _profile: profile, socket, session, next: 1, complaints };
        let target = tab.call("Target.createTarget", json!({"url": "about:blank"})).await;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = tab.call("Target.attachToTarget", attach).await;
        tab.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            tab.call(domain, json!({})).await;
        }
        tab.call("Page.navigate", json!({"url": address})).await;
        tab.run("await until('The page', () => document.readyState === 'complete');").await;
        tab
    }

    /// Makes the tab as wide and high as a phone held upright, with a finger for a pointer.
    pub async fn on_a_phone(&mut self) {
        let size = json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true});
        self.call("Emulation.setDeviceMetricsOverride", size).await;
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true})).await;
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn run(&mut self, script: &str) -> Value {
        let expression = format!("(async () => {{ {HELP}\n{script} }})()");
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let told = self.call("Runtime.evaluate", asked).await;
        if let Some(why) = told.get("exceptionDetails") {
            panic!("{}\n{script}", why["exception"]["description"].as_str().unwrap_or_default());
        }
        told["result"]["value"].clone()
    }

    async fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        let mut asked = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            asked["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(asked.to_string())).await.unwrap();
        loop {
            let heard = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            let heard = heard.unwrap_or_else(|_| panic!("Chromium does not answer {method}."));
            let Ok(text) = heard.unwrap().unwrap().into_text() else { continue };
            let Ok(heard) = serde_json::from_str::<Value>(&text) else { continue };
            match heard["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.complaints.push(heard["params"].to_string()),
                Some("Log.entryAdded") if heard["params"]["entry"]["level"] == "error" => {
                    self.complaints.push(heard["params"]["entry"].to_string());
                }
                Some("Runtime.consoleAPICalled") if heard["params"]["type"] == "error" => {
                    self.complaints.push(heard["params"]["args"].to_string());
                }
                _ if heard["id"] == json!(id) => {
                    assert!(heard.get("error").is_none(), "{method}: {}", heard["error"]);
                    return heard["result"].clone();
                }
                _ => {}
            }
        }
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
