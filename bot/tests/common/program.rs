//! The program itself as a process of its own, on a server that stands in the test.

use local_discord::LocalDiscord;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How to start the program in a folder on a server; what it logs is added to `log` there.
pub fn on(server: &LocalDiscord, folder: &Path, level: &str) -> Command {
    let log = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("log")).unwrap();
    let mut command = super::chancery();
    command
        .current_dir(folder)
        .args(["--database", "chancery.db"])
        .env("CHANCERY_TOKEN", server.token())
        .env("CHANCERY_API_BASE", server.api_base())
        .env("CHANCERY_HEALTH", "")
        .env("CHANCERY_BACKUPS", "")
        .env("CHANCERY_LOG", level)
        .stdout(log.try_clone().unwrap())
        .stderr(log);
    command
}

/// Whether messages that are due wait in a database's outbox, or are on their way.
pub fn outbox_waits(folder: &Path) -> bool {
    // Opened to read, it leaves what a crash left as it was.
    let reading = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database = rusqlite::Connection::open_with_flags(folder.join("chancery.db"), reading);
    let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE state IN ('waiting', 'sending'))";
    database.and_then(|database| database.query_row(sql, [], |row| row.get(0))).unwrap_or(true)
}

/// The program at work.
pub struct Program {
    child: Child,
    folder: PathBuf,
}

impl Program {
    /// Starts it with what [`on`] made, and waits until it is connected.
    pub async fn start(mut command: Command, server: &LocalDiscord, folder: &Path) -> Program {
        let child = command.stdin(Stdio::null()).spawn().unwrap();
        super::until("the program is connected", || server.connected() && !server.commands().is_empty())
            .await;
        Program { child, folder: folder.to_owned() }
    }

    /// Waits until nothing is being answered or delivered any more.
    pub async fn quiet(&self, server: &LocalDiscord) {
        let mut before = None;
        super::until("the program is quiet", || {
            let (under_way, requests) = server.activity();
            let still =
                server.unanswered() + server.thinking() + under_way == 0 && !outbox_waits(&self.folder);
            let quiet = still && before == Some(requests);
            before = still.then_some(requests);
            quiet
        })
        .await;
    }

    /// The most memory that it had at once since it began, in MiB.
    pub fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }

    /// Asks it to stop, and gives all that it printed.
    pub async fn stop(mut self) -> String {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let mut ended = None;
        super::until("the program ends", || {
            ended = self.child.try_wait().unwrap();
            ended.is_some()
        })
        .await;
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap();
        assert_eq!(ended.and_then(|status| status.code()), Some(0), "{log}");
        log
    }
}

impl Drop for Program {
    /// A test that failed leaves nothing running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
