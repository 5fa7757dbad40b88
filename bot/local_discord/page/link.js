// The one connection of this tab: frames out, frames in, answers by their nonce.

/** Opens the connection and keeps it open. `hear(frame)` gets every frame, `down(text)` what to tell while it is gone. */
export function makeLink({ hear, down }) {
  const pending = new Map(); // nonce to {done(), failed(why)}
  let socket = null;
  let ready = false; // the server has told the state for this person
  let tries = 0;
  let retry = 0;
  let nonces = 0;

  const settle = (nonce, why) => {
    const waiting = pending.get(nonce);
    if (!waiting) return false;
    pending.delete(nonce);
    if (why === undefined) waiting.done();
    else waiting.failed(why);
    return true;
  };
  const settleAll = (why) => {
    for (const nonce of [...pending.keys()]) settle(nonce, why);
  };
  const connect = () => {
    clearTimeout(retry);
    const address = new URL('live', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const opened = new WebSocket(address);
    socket = opened;
    opened.addEventListener('message', (event) => {
      if (opened === socket) hear(JSON.parse(event.data));
    });
    opened.addEventListener('close', () => {
      if (opened !== socket) return;
      ready = false;
      settleAll('The connection dropped before an answer came.');
      tries += 1;
      down(tries > 5
        ? 'The local table does not answer. If it was started again, open the address it printed.'
        : 'Connection lost. Reconnecting…');
      retry = setTimeout(connect, Math.min(8000, 300 * 2 ** Math.min(tries, 6)) * (0.75 + Math.random() / 2));
    });
  };

  return {
    connect,
    /** Ends the connection and opens another, as when another person sits down. */
    again() {
      const old = socket;
      socket = null;
      ready = false;
      settleAll('The person in this tab changed.');
      old?.close();
      connect();
    },
    /** Sends a frame; false where it could not be sent. */
    tell(frame) {
      if (socket?.readyState !== WebSocket.OPEN || (!ready && frame.t !== 'be')) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    nonce() {
      nonces += 1;
      return `${Date.now().toString(36)}-${nonces}`;
    },
    /** What to do when an answer to `nonce` comes, or does not. */
    expect: (nonce, done, failed) => pending.set(nonce, { done, failed }),
    settle,
    isReady: () => ready,
    setReady() {
      ready = true;
      tries = 0;
    },
    isClosed: () => socket?.readyState === WebSocket.CLOSED,
  };
}
