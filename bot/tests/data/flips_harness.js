// Damages the page's record in GIVEN.places places spread evenly, and at every line feed; each time the page must name
// the line that was damaged.
const bytes = Uint8Array.from(atob(document.getElementById("record").textContent), (c) => c.charCodeAt(0));
const places = Array.from({ length: GIVEN.places }, (_, k) => Math.floor((k + 0.5) * bytes.length / GIVEN.places));
const missed = [];
const hit = new Set();
let tried = 0;
const lineOf = (place) => bytes.subarray(0, place).reduce((sum, b) => sum + (b === 10), 1);

function judge(damaged, place, how) {
  const line = lineOf(place);
  hit.add(line);
  tried++;
  const told = window.verifyRecord(damaged);
  if (told.ok || told.line !== line || !/^[A-Z].*\.$/.test(told.why)) missed.push({ place, line, how, told });
}

function flip(place) {
  const damaged = bytes.slice();
  damaged[place] ^= 1;
  judge(damaged, place, "flipped");
}

places.forEach(flip);
bytes.forEach((b, place) => {
  if (b !== 10) return;
  flip(place);
  judge(Uint8Array.from([...bytes.subarray(0, place), ...bytes.subarray(place + 1)]), place, "taken out");
});
if (!window.verifyRecord(bytes).ok) missed.push("the record was wrong before it was damaged");
report({ tried, missed, lines_hit: hit.size });
