// Forges the page's record: changes lines, then hashes the whole chain anew, so that only the rules can tell.
// `forge` must be found wrong, on the line and for the reason given; `allow` must be found true with the counts given.
const c = window.chancery;
const original = new TextDecoder().decode(Uint8Array.from(atob(document.getElementById("record").textContent), (b) => b.charCodeAt(0)));
const wrong = [];
let tried = 0;

const read = () => original.trimEnd().split("\n").map((line) => JSON.parse(line));

function written(lines) {
  let head = new Uint8Array(32);
  return c.utf8(lines.map((line, i) => {
    head = c.recordHash(head, line.p);
    return c.canonical({ ...line, h: c.hex(head), i }) + "\n";
  }).join(""));
}

/** The place of the nth line whose p has these fields. */
function place(lines, fields, nth = 0) {
  const all = lines.map((line, k) => [line, k]).filter(([line]) => Object.entries(fields).every(([key, v]) => line.p[key] === v));
  if (all.length <= nth) throw new Error(`no line has ${JSON.stringify(fields)}`);
  return all[nth][1];
}

const bot = (p) => ({ p: { at: 1767300000, by: "bot", ...p } });
const salt = "ab".repeat(32);
const VEIL = c.unhex(read().at(-1).p.veil_key);

/** `change(lines, at, line)` may give back another place than `at` for where the fault must be found. */
function forge(name, fields, change, reason, nth = 0) {
  tried++;
  const lines = read();
  const at = place(lines, fields, nth);
  const fault = change(lines, at, lines[at]) ?? at;
  const told = window.verifyRecord(written(lines));
  if (told.ok || told.line !== fault + 1 || told.i !== fault || !told.why.includes(reason)) wrong.push({ name, expected: fault + 1, reason, told });
}

function allow(name, change, counts) {
  tried++;
  const lines = read();
  change(lines);
  const told = window.verifyRecord(written(lines));
  if (!told.ok || Object.entries(counts).some(([key, v]) => told[key] !== v)) wrong.push({ name, counts, told });
}

/** The first line of the kind, put once more at the end of the lines that stand before `closed`. */
const beforeClosing = (lines, ...more) => { lines.splice(lines.length - 1, 0, ...more); return lines.length - 1 - more.length; };

function all() {
  // Frames.
  forge("kind unknown", { k: "ruled" }, (l, at, line) => { line.p.k = "whim"; }, "of no kind");
  forge("founded twice", { k: "ruled" }, (l, at) => { l[at] = { p: { ...l[0].p, at: 1, by: "bot" } }; }, "a second time");
  forge("not founded", { k: "founded" }, (l) => { l.shift(); return 0; }, "does not found");
  forge("founding with a time", { k: "founded" }, (l, at, line) => { line.p.at = 5; }, "which it must not");
  forge("format 1", { k: "founded" }, (l, at, line) => { line.p.format = 1; }, "another format");
  forge("no time", { k: "word" }, (l, at, line) => { delete line.p.at; }, "when it was written");
  forge("by a name", { k: "word" }, (l, at, line) => { line.p.by = "Anna"; }, "by whom");
  forge("empty seals", { k: "word" }, (l, at, line) => { line.p.seals = []; }, "not a list with something in it");
  forge("empty texts", { k: "word" }, (l, at, line) => { line.s = []; }, "not a list with something in it");
  forge("something besides", { k: "word" }, (l, at, line) => { line.t = 1; }, "not made of exactly");
  // Texts.
  forge("texts out of order", { k: "order", verb: "deploy" }, (l, at, line) => { line.s.reverse(); }, "none of its seals");
  forge("text of no seal", { k: "word" }, (l, at, line) => { line.s = [{ body: 1, salt }]; }, "none of its seals");
  forge("another text", { k: "order", verb: "letter" }, (l, at, line) => { line.s[0].body.text = "No."; }, "none of its seals");
  forge("salt of its own choice under a number", { k: "order", verb: "letter" }, (l, at, line) => { line.s[0].n = 99; }, "not the one that the veil key gives");
  forge("wrong number", { k: "order", verb: "deploy" }, (l, at, line) => { line.s[0].n -= 1; }, "already spent");
  forge("wrong number, told before the right one comes", { k: "order", verb: "deploy" }, (l, at, line) => { line.s[0].n += 2; }, "not the one that the veil key gives");
  // Epochs and chains.
  forge("wrong seed", { k: "epoch", epoch: 2 }, (l, at, line) => { line.p.seed = salt; }, "does not lead back");
  forge("epoch left out", { k: "epoch", epoch: 1 }, (l, at, line) => { line.p.epoch = 2; }, "epoch 1 is the one that is open");
  forge("roll of an ended epoch", { k: "epoch", epoch: 2 }, (l, at) => {
    l.splice(at + 1, 0, bot({ ...l[at - 2].p, id: "2.12", slot: "late" }));
    return at + 1;
  }, "epoch 3 is the one that is open");
  forge("roll of an epoch to come", { k: "rolled", epoch: 1 }, (l, at, line) => { line.p.epoch = 2; line.p.id = "2.1"; }, "epoch 1 is the one that is open");
  forge("anchor used again", { k: "closed" }, (l) => beforeClosing(l, bot({ k: "chain", anchor: l[0].p.anchor, veil: l[0].p.veil, first: 3 })), "a second time");
  forge("published seed as anchor", { k: "epoch", epoch: 2 }, (l, at, line) => beforeClosing(l, bot({ k: "chain", anchor: line.p.seed, veil: l[0].p.veil, first: 3 })), "a second time");
  forge("chain going back", { k: "closed" }, (l) => beforeClosing(l, bot({ k: "chain", anchor: salt, veil: l[0].p.veil, first: 2 })), "an epoch from 3 on");
  forge("restored with the old veil key", { k: "closed" }, (l) => beforeClosing(l, bot({ k: "restored", anchor: salt, veil: l[0].p.veil, first: 3, lost_after: 4 })), "not a new one");
  forge("restored from nowhere", { k: "closed" }, (l) => beforeClosing(l, bot({ k: "restored", anchor: salt, veil: salt, first: 3, lost_after: 900 })), "after which earlier line");
  forge("restored into an epoch that has rolls", { k: "epoch", epoch: 2 }, (l, at) => { l[at] = bot({ k: "restored", anchor: salt, veil: salt, first: 2, lost_after: 4 }); }, "an epoch from 3 on");
  // Rolls.
  forge("another result", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.result[0] = line.p.result[0] % 6 + 1; }, "The seed gives");
  forge("another shuffle", { k: "rolled", id: "1.2" }, (l, at, line) => { line.p.result.reverse(); }, "The seed gives");
  forge("the earliest of two faults", { k: "rolled", id: "2.3" }, (l, at, line) => { line.p.result[0] = line.p.result[0] % 6 + 1; l.at(-1).p.veil_key = salt; }, "The seed gives");
  forge("another slot", { k: "rolled", slot: "1805-02/attrition" }, (l, at, line) => { line.p.slot += "x"; }, "The seed gives");
  forge("an older word", { k: "rolled", id: "2.1" }, (l, at, line) => { line.p.entropy[0][1] = "donau"; }, "The seed gives");
  forge("a word left out", { k: "rolled", id: "2.1" }, (l, at, line) => { line.p.entropy.pop(); }, "The seed gives");
  forge("a word never laid down", { k: "rolled", id: "2.1" }, (l, at, line) => { line.p.entropy[0][1] = "chosen"; }, "never laid down");
  forge("a word laid down later", { k: "rolled", id: "1.1" }, (l, at, line) => { line.p.entropy[2][1] = "tilsit"; }, "never laid down");
  forge("a word of another seat", { k: "rolled", id: "1.1" }, (l, at, line) => { line.p.entropy[0][1] = "luise"; }, "never laid down");
  forge("a word of the operator", { k: "rolled", id: "2.1" }, (l, at, line) => { line.p.entropy.splice(1, 0, ["france", "mine"]); }, "a seat of the operator");
  forge("words out of order", { k: "rolled", id: "2.1" }, (l, at, line) => { line.p.entropy.reverse(); }, "not sorted by seat");
  forge("a seat twice", { k: "rolled", id: "2.1" }, (l, at, line) => { line.p.entropy.splice(1, 0, ["austria", "donau"]); }, "stands twice");
  forge("number left out", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.id = "2.5"; }, "The next roll is 2.4");
  forge("slot rolled twice", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.slot = l[at - 1].p.slot; }, "was not voided");
  forge("second attempt without a void", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.slot = l[at - 1].p.slot; line.p.attempt = 1; }, "was not voided");
  forge("first attempt left out", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.attempt = 1; }, "for the first time");
  forge("attempt left out", { k: "rolled", attempt: 1 }, (l, at, line) => { line.p.attempt = 2; }, "comes to attempt 1");
  forge("draw in a slot already rolled", { k: "veiled" }, (l, at, line) => { line.p.slot = "1805-01/weather"; }, "was not voided");
  forge("die of no faces", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.dice = [[0, 1]]; }, "fewer than 1");
  forge("die of 1,001 faces", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.dice = [[1001, 1]]; }, "more than 1,000 faces");
  forge("no dice in a group", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.dice = [[6, 0]]; }, "has no dice");
  forge("101 dice", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.dice = [[6, 100], [6, 1]]; }, "more than 100");
  forge("no dice", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.dice = []; line.p.result = []; }, "no dice");
  forge("shuffle of nothing", { k: "rolled", id: "1.2" }, (l, at, line) => { line.p.dice = { shuffle: 0 }; }, "fewer than 1");
  forge("a seven on a d6", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.result[0] = 7; }, "its die does not have");
  forge("a die too many", { k: "rolled", id: "2.4" }, (l, at, line) => { line.p.result.push(1); }, "another number of dice");
  forge("not a shuffle", { k: "rolled", id: "1.2" }, (l, at, line) => { line.p.result[0] = line.p.result[1]; }, "not a shuffle");
  forge("free roll with a chosen number", { k: "rolled", slot: "free/france/2" }, (l, at, line) => { line.p.slot = "free/france/77"; }, "is number 2");
  forge("void of nothing", { k: "voided" }, (l, at, line) => { line.p.id = "1.77"; }, "not on the record");
  forge("void without a reason", { k: "voided" }, (l, at, line) => { delete line.p.reason; }, "why the roll is void");
  forge("voided twice", { k: "voided" }, (l, at, line) => beforeClosing(l, bot({ k: "voided", id: line.p.id, reason: "x" })), "voided before");
  // Veiled draws.
  forge("draw at will", { k: "veiled" }, (l, at, line) => {
    line.s[0].body.result.reverse();
    line.p.code = c.hex(c.sealCode(c.unhex(line.s[0].salt), line.s[0].body));
  }, "The veil key gives");
  forge("text of the draw is more", { k: "veiled" }, (l, at, line) => {
    line.s[0].body.note = 1;
    line.p.code = c.hex(c.sealCode(c.unhex(line.s[0].salt), line.s[0].body));
  }, "not its result alone");
  // Seals.
  forge("opened otherwise", { k: "opened", seat: "russia" }, (l, at, line) => { line.p.body.word = "moskva"; }, "not what it sealed");
  forge("opened unsealed", { k: "opened", seat: "russia" }, (l, at, line) => { line.p.round = "other"; }, "never sealed");
  forge("opened twice", { k: "opened", seat: "russia" }, (l, at, line) => beforeClosing(l, bot(line.p)), "was opened before");
  forge("sealed after an opening", { k: "sealed", seat: "russia" }, (l, at, line) => beforeClosing(l, bot({ ...line.p, seat: "prussia" })), "already opened");
  forge("salt of its own choice in a round", { k: "opened", seat: "france" }, (l, at, line) => {
    line.p.salt = salt;
    l[place(l, { k: "sealed", seat: "france" })].p.code = c.hex(c.sealCode(c.unhex(salt), line.p.body));
  }, "not the one that the veil key gives");
  forge("number opened twice", { k: "opened", seat: "russia" }, (l, at, line) => {
    const other = place(l, { k: "opened", seat: "france" });
    line.p.n = l[other].p.n;
    line.p.salt = l[other].p.salt;
    l[place(l, { k: "sealed", seat: "russia" })].p.code = c.hex(c.sealCode(c.unhex(line.p.salt), line.p.body));
  }, "was opened before");
  // Sheets.
  forge("item not in the sheet", { k: "shown" }, (l, at, line) => { line.p.item.ships = 24; }, "does not stand in the sheet");
  forge("sheet not sorted", { k: "shown" }, (l, at, line) => { line.p.codes.reverse(); }, "not sorted");
  forge("shown without a sheet", { k: "shown" }, (l, at, line) => { line.p.seat = "austria"; }, "no sheet");
  // Closing.
  forge("wrong veil key", { k: "closed" }, (l, at, line) => { line.p.veil_key = salt; }, "not the one that was committed to");
  forge("closed twice", { k: "closed" }, (l, at, line) => { l.push(bot(line.p)); return at + 1; }, "already closed");
  forge("rolled after closing", { k: "rolled", id: "2.1" }, (l, at, line) => { l.push(bot({ ...line.p, id: "3.1", epoch: 3 })); return l.length - 1; }, "nothing can be rolled");
  forge("sealed after closing", { k: "closed" }, (l) => { l.push(bot({ k: "sealed", round: "r", seat: "russia", code: salt })); return l.length - 1; }, "nothing can be sealed");

  forge("cut off before its close", { k: "closed" }, (l, at) => { l.pop(); return at - 1; }, "its end was cut off");
  forge("cut off long before its close", { k: "epoch", epoch: 1 }, (l, at) => { l.length = at; return at - 1; }, "its end was cut off");

  // Records that are true, though not whole. Without its close a record has no texts beside its lines.
  const bare = (lines) => { for (const line of lines) delete line.s; };
  const whole = { closed: true, bodies_missing: 0, rolls_checked: 20, rolls_waiting: 0, rolls_lost: 0, seals_checked: 12, seals_waiting: 0, salts_checked: 12, epochs: 2, veiled_checked: 1, veiled_waiting: 0, texts_checked: 4, texts_missing: 1 };
  allow("hashed anew without a change", () => {}, { ...whole, lines: 54, head: read().at(-1).h });
  const open = { ...whole, closed: false, seals_checked: 8, texts_checked: 0, texts_missing: 5, salts_checked: 0, veiled_checked: 0, veiled_waiting: 1, bodies_missing: 1 };
  allow("still open", (l) => { l.pop(); bare(l); }, { ...open, lines: 53 });
  allow("second epoch open", (l) => { l.splice(-2); bare(l); }, { ...open, lines: 52, rolls_checked: 9, rolls_waiting: 11, epochs: 1 });
  allow("all texts deleted, and what nobody can delete", bare, { ...whole, closed: true, bodies_missing: 1, seals_checked: 8, texts_checked: 0, texts_missing: 5, veiled_checked: 0, veiled_waiting: 1, salts_checked: 9 });
  allow("seal not opened yet", (l) => { beforeClosing(l, bot({ k: "sealed", round: "r", seat: "russia", code: salt })); }, { ...whole, lines: 55, seals_waiting: 1 });
  allow("replaced before the round opens", (l) => {
    beforeClosing(l, bot({ k: "sealed", round: "r", seat: "france", code: "cd".repeat(32) }), bot({ k: "sealed", round: "r", seat: "france", code: c.hex(c.sealCode(c.unhex(salt), { choice: true })) }),
      bot({ k: "opened", round: "r", seat: "france", body: { choice: true }, salt }));
  }, { ...whole, lines: 57, seals_checked: 13 });
  allow("restored in the second epoch", (l) => {
    const at = place(l, { k: "epoch", epoch: 2 });
    l.splice(at, 2, bot({ k: "restored", anchor: c.hex(c.seedBefore(VEIL)), veil: salt, first: 5, lost_after: at - 1 }), bot({ k: "epoch", epoch: 5, seed: c.hex(VEIL) }));
    bare(l);
  }, { ...open, rolls_checked: 9, rolls_lost: 11 });
  allow("next chain under the same veil key", (l) => {
    beforeClosing(l, bot({ k: "chain", anchor: c.hex(c.seedBefore(VEIL)), veil: l[0].p.veil, first: 3 }), bot({ k: "epoch", epoch: 3, seed: c.hex(VEIL) }));
  }, { ...whole, lines: 56, epochs: 3 });
}

all();
report({ tried, wrong });
