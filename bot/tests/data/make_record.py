"""Writes record.jsonl, the record of a small evening, from the published formulas alone; shares no code with the bot.
Run as `python3 make_record.py > record.jsonl`; the output is the same every time."""

import hashlib
import hmac
import json
import struct
import sys


def h(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def u64(n):
    return struct.pack(">Q", n)


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def measured(value):
    text = canonical(value)
    return u64(len(text)) + text


def keystream(key):
    def rotate(v, n):
        return (v << n | v >> (32 - n)) & 0xFFFFFFFF

    def quarter(x, a, b, c, d):
        for p, q, r, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & 0xFFFFFFFF
            x[r] = rotate(x[r] ^ x[p], n)

    block = 0
    while True:
        start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
        start += [block & 0xFFFFFFFF, block >> 32, 0, 0]
        x = start[:]
        for _ in range(10):
            for column in range(4):
                quarter(x, column, 4 + column, 8 + column, 12 + column)
            for column in range(4):
                quarter(x, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
        for a, b in zip(x, start):
            yield (a + b) & 0xFFFFFFFF
        block += 1


def below(words, sides):
    if sides == 1:
        return 0
    while True:
        word = next(words)
        if word < sides * (2**32 // sides):
            return word % sides


def fall(key, dice):
    words = keystream(key)
    if isinstance(dice, list):
        return [below(words, faces) + 1 for faces, count in dice for _ in range(count)]
    out = list(range(dice["shuffle"]))
    for i in range(len(out) - 1, 0, -1):
        j = below(words, i + 1)
        out[i], out[j] = out[j], out[i]
    return out


CAMPAIGN = "k7q2m4x9aa"
PLAYERS = ["austria", "prussia", "russia"]
OPERATOR = "france"
VEIL = hashlib.sha256(b"a veil key for the example").digest()
CHAIN = [hashlib.sha256(b"a head of the seeds for the example").digest()]
for _ in range(6):
    CHAIN.insert(0, h(b"chancery/seed/1", CHAIN[0]))

lines = []
head = bytes(32)
clock = 1767225600
sealed_so_far = 0
epoch = 1
rolls = 0
words = {}


def write(k, by="bot", texts=(), **fields):
    global head, clock
    p = {"k": k, **fields}
    if lines:
        clock += 37
        p.update(at=clock, by=by)
    head = h(b"chancery/record/1", head, measured(p))
    line = {"h": head.hex(), "i": len(lines), "p": p}
    if texts:
        line["s"] = list(texts)
    lines.append(canonical(line))


def seal(body, own_salt=None):
    """The code of a body and the text that opens it; numbered unless it brings its own salt."""
    global sealed_so_far
    text = {"body": body}
    if own_salt is None:
        text["n"] = sealed_so_far
        salt = mac(VEIL, b"chancery/salt/1", u64(sealed_so_far))
        sealed_so_far += 1
    else:
        salt = hashlib.sha256(own_salt).digest()
    text["salt"] = salt.hex()
    return h(b"chancery/seal/1", salt, measured(body)).hex(), text


def request(slot, dice, attempt):
    entropy = sorted([seat, word] for seat, word in words.items())
    return {"attempt": attempt, "dice": dice, "entropy": entropy, "epoch": epoch, "slot": slot}


def roll(slot, dice, why, attempt=0):
    global rolls
    rolls += 1
    asked = request(slot, dice, attempt)
    key = mac(CHAIN[epoch], b"chancery/roll/1", measured({**asked, "campaign": CAMPAIGN}))
    write("rolled", id=f"{epoch}.{rolls}", result=fall(key, dice), **{"for": why}, **asked)


def draw(slot, dice):
    asked = request(slot, dice, 0)
    key = mac(VEIL, b"chancery/veiled/1", measured({**asked, "campaign": CAMPAIGN}))
    code, text = seal({"result": fall(key, dice)})
    write("veiled", code=code, texts=[text], **asked)


def envelope(name, bodies):
    """A round: every seat's code, then every choice with the player's word beside it."""
    def contents(body):
        choice = {name: value for name, value in body.items() if name != "word"}
        return {"choice": choice, **({"word": body["word"]} if "word" in body else {})}

    seals = {seat: seal(contents(body)) for seat, body in bodies.items()}
    for seat, (code, _) in seals.items():
        write("sealed", round=name, seat=seat, code=code)
    for seat, (_, text) in seals.items():
        write("opened", round=name, seat=seat, **text)
        if "word" in text["body"]:
            words[seat] = text["body"]["word"]


def end_epoch():
    global epoch, rolls
    write("epoch", epoch=epoch, seed=CHAIN[epoch].hex())
    epoch, rolls = epoch + 1, 0


write("founded", format=2, campaign=CAMPAIGN, game="eia", rules="1", packs=[], operator=[OPERATOR],
      anchor=CHAIN[0].hex(), veil=h(b"chancery/veil/1", VEIL).hex())
write("joined", by="person 1", seat=OPERATOR)
for number, (seat, word) in enumerate(zip(PLAYERS, ["ulm1805", "luise", "kutusov"])):
    write("joined", by=f"person {number + 2}", seat=seat, word=word)
    words[seat] = word

envelope("bids", {
    "france": {"bids": {"austria": 3, "france": 12}},
    "austria": {"bids": {"austria": 12, "france": 4}, "word": "donau"},
    "prussia": {"bids": {"prussia": 9, "russia": 0}, "word": "sanssouci"},
    "russia": {"bids": {"france": 7, "russia": 9}, "word": "borodino"},
})
roll("bids/tie/1", [[2, 1]], "bids")
roll("bids/tie/1/left", {"shuffle": 3}, "bids")
roll("free/france/1", [[6, 2]], "free")
roll("free/austria/1", [[6, 5], [10, 3], [100, 2], [1, 1], [1000, 1], [6, 1]], "free")
roll("1805-01/weather", [[6, 1]], "weather")
letter, letter_text = seal({"text": "Mein Schloß « Schönbrunn » 🎲 שלום\n\t\"quoted\" \\ \u0001"}, b"a salt of its own")
write("order", by="person 2", verb="letter", seals=[{"code": letter, "to": "russia"}], texts=[letter_text])
roll("1805-01/diplomacy/bavaria", [[6, 2]], "minor")
roll("1805-01/diplomacy/saxony", [[6, 2]], "minor")
reason, reason_text = seal({"text": "rolled for the wrong state"}, b"another salt of its own")
write("voided", by="person 1", id=f"1.{rolls}", reason=reason, seals=[{"code": reason, "to": "everyone"}], texts=[reason_text])
roll("1805-01/diplomacy/saxony", [[6, 2]], "minor", attempt=1)
roll("1805-01/losses", [[997, 40]], "losses")
write("game", e={"k": "turn", "turn": "1805-02"})
end_epoch()

write("word", by="person 4", seat="russia", word="tilsit")
words["russia"] = "tilsit"
kept, kept_text = seal({"k": "corps", "name": "I", "strength": 14})
gone, _ = seal({"text": "deleted at the wish of its writer"}, b"a third salt of its own")
also, also_text = seal({"k": "corps", "name": "II", "strength": 9})
write("order", by="person 1", verb="deploy", texts=[kept_text, also_text],
      seals=[{"code": kept, "to": "france"}, {"code": gone, "to": "france"}, {"code": also, "to": "france"}])
draw("1805-02/deck", {"shuffle": 10})
items = [seal(body) for body in ({"k": "fleet", "name": "I Flotte « é »", "ships": 23}, {"k": "treasury", "money": 40}, {"k": "pad"}, {"k": "pad"})]
codes = sorted(code for code, _ in items)
write("sheet", seat="france", code=seal(codes)[0])
envelope("1805-02/land/ulm/chits", {
    "austria": {"chit": "defend", "word": "mack"},
    "france": {"chit": "outflank"},
})
for battle_round in (1, 2, 3):
    for seat in ("austria", "france"):
        roll(f"1805-02/land/ulm/day-1/round-{battle_round}/{seat}", [[6, 1]], "combat")
write("shown", seat="france", item=items[0][1]["body"], n=items[0][1]["n"], salt=items[0][1]["salt"], codes=codes)
envelope("1805-02/sea/chits", {
    "france": {"escort": True},
    "russia": {"escort": False},
})
for seat in ("france", "russia"):
    roll(f"1805-02/sea/baltic/{seat}", [[6, 3]], "sea")
roll("free/france/2", [[20, 1]], "free")
write("left", by="person 3", seat="prussia")
del words["prussia"]
roll("1805-02/attrition", [[6, 4]], "attrition")
roll("1805-02/fire", [[100, 1]], "fire")
write("ruled", by="person 1", before={"corps": 2}, after={"corps": 3}, what="corps")
end_epoch()
write("closed", by="person 1", veil_key=VEIL.hex())

sys.stdout.buffer.write(b"".join(line + b"\n" for line in lines))
