// Holds every value of the vectors (GIVEN) against what the page's own functions work out.
const c = window.chancery;
const wrong = [];
let checked = 0;
function equal(name, got, expected) {
  checked++;
  const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
  if (a !== b) wrong.push(`${name}: ${a} instead of ${b}`);
}
function refuses(name, act) {
  checked++;
  try { act(); } catch { return; }
  wrong.push(`${name} was not refused`);
}
const v = GIVEN;
const zero = new Uint8Array(32);

for (const [of, from] of [["s_3", "s_4"], ["s_2", "s_3"], ["s_1", "s_2"], ["s_0_anchor", "s_1"]]) {
  equal(of, c.hex(c.seedBefore(c.unhex(v.chain[from]))), v.chain[of]);
}
const key = c.unhex(v.veil.v);
equal("commitment", c.hex(c.veilCommitment(key)), v.veil.commitment);
for (const n of [0, 1]) equal(`salt ${n}`, c.hex(c.saltOf(key, n)), v.veil[`salt_${n}`]);

for (const roll of v.rolls) {
  const got = c.rollKey(c.unhex(v.chain[`s_${roll.request.epoch}`]), roll.request);
  equal("request", c.canonical(roll.request), roll.canonical);
  equal("key", c.hex(got), roll.key);
  equal("result", c.outcome(got, roll.request.dice), roll.result);
}
const veiled = c.veiledKey(key, v.veiled.request);
equal("veiled key", c.hex(veiled), v.veiled.key);
equal("veiled result", c.outcome(veiled, v.veiled.request.dice), v.veiled.result);

equal("sealed text", c.canonical(v.seal.body), v.seal.canonical);
equal("seal code", c.hex(c.sealCode(c.unhex(v.seal.salt), v.seal.body)), v.seal.code);

let head = zero;
v.record.forEach(({ p, canonical_p, h, line, whole_line }, i) => {
  head = c.recordHash(head, p);
  equal("p", c.canonical(p), canonical_p);
  equal("h", c.hex(head), h);
  equal("line", c.canonical({ h, i, p }), line);
  if (whole_line !== undefined) equal("whole line", c.canonical(c.parseCanonical(whole_line)), whole_line);
});

const code = (n, body) => c.hex(c.sealCode(c.saltOf(key, n), body));
const codes = v.sheet.items.map((item, k) => code(v.sheet.seal_numbers[k], item)).sort();
codes.forEach((one, k) => equal("item", one, v.sheet.codes[k]));
equal("number of items", codes.length, v.sheet.codes.length);
equal("sheet", code(v.sheet.sheet_seal_number, codes), v.sheet.code);

equal("canonical text", c.canonical(v.canonical.value), v.canonical.text);
equal("read back", c.parseCanonical(v.canonical.text), v.canonical.value);
for (const line of v.refused) refuses(line, () => c.parseCanonical(line));

// Answers from the standards: FIPS 180-2 (one block, two blocks, many), RFC 4231 cases 2 and 6, and the first words of
// the keystream of an all-zero key.
const bytes = (text) => c.utf8(text);
equal("abc", c.hex(c.sha256(bytes("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
equal("two blocks", c.hex(c.sha256(bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
equal("a million", c.hex(c.sha256(new Uint8Array(1000000).fill(97))), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
equal("hmac", c.hex(c.hmac(bytes("Jefe"), bytes("what do ya want for nothing?"))),
  "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
equal("hmac of a long key", c.hex(c.hmac(new Uint8Array(131).fill(0xaa), bytes("Test Using Larger Than Block-Size Key - Hash Key First"))),
  "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
const stream = c.chacha20(zero);
equal("keystream", [0, 0, 0, 0].map(() => stream.next().value), [0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653]);

report({ checked, wrong });
