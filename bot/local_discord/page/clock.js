// The table's clock: what time it is there, and moving it on so that deadlines can be tried.

import { formatWith } from './markdown.js';

const narrow = window.matchMedia('(max-width: 760px)');
const find = (id) => document.getElementById(id);

/**
 * Brings the clock to life. `advance(seconds)` asks the server to move it; `moved()` is told when it did; `told()` gives the moments,
 * in Unix seconds, that messages on the screen speak of.
 */
export function makeClock({ advance, moved, told }) {
  let at = 0;
  let since = 0;
  let movable = false;
  let running = true;

  const now = () => at + (running ? (performance.now() - since) / 1000 : 0);
  // A deadline is past only after its moment, so the clock goes a minute beyond it.
  const next = () => Math.min(...told().filter((moment) => moment > now()));
  const open = (yes) => {
    if (yes) find('clock-next').hidden = !Number.isFinite(next());
    find('clock-panel').hidden = !yes;
    find('clock-open').setAttribute('aria-expanded', String(yes));
  };
  const put = (id, words) => {
    const node = find(id);
    if (node.textContent !== words) node.textContent = words;
  };
  const paint = () => {
    if (at === 0) return;
    const date = narrow.matches ? {} : { day: 'numeric', month: 'short' };
    const short = formatWith({ weekday: 'short', ...date, hour: 'numeric', minute: '2-digit' }, now());
    find('clock').hidden = movable;
    find('clock-open').hidden = !movable;
    if (!movable) open(false);
    put(movable ? 'clock-short' : 'clock-time', short);
    put('clock-big', formatWith({ hour: 'numeric', minute: '2-digit' }, now()));
    put('clock-day', formatWith({ dateStyle: 'full' }, now()));
    const ahead = Math.round(now() - Date.now() / 1000);
    put('clock-words', !running ? 'This clock stands still until it is moved on.'
      : ahead < 60 ? 'The table keeps your machine’s time. Move it on to see what deadlines do.' : `${span(ahead)} ahead of your machine. It never goes back.`);
    find('clock-open').setAttribute('aria-label', `The table's clock: ${short}. Move it on`);
    for (const id of ['clock-time', 'clock-short', 'clock-big']) find(id).dateTime = new Date(now() * 1000).toISOString();
  };

  find('clock-open').addEventListener('click', () => open(find('clock-panel').hidden));
  find('clock-panel').addEventListener('submit', (event) => event.preventDefault());
  find('clock-panel').addEventListener('click', (event) => {
    const seconds = Number(event.target.closest('[data-advance]')?.dataset.advance);
    if (seconds) advance(seconds);
    if (event.target.closest('#clock-next') && Number.isFinite(next())) advance(Math.ceil(next() - now()) + 60);
  });
  find('clock-panel').addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    open(false);
    find('clock-open').focus();
    event.stopPropagation();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!event.target.closest('.clock-wrap')) open(false);
  });

  return {
    now,
    paint,
    close: () => open(false),
    /** Takes a frame that tells the time. */
    set(frame) {
      if (!Number.isFinite(frame.now)) return;
      at = frame.now;
      since = performance.now();
      if (frame.clock) ({ movable, running } = frame.clock);
      paint();
      moved();
    },
  };
}

function span(seconds) {
  const words = [];
  let left = seconds;
  for (const [name, size] of [['week', 604800], ['day', 86400], ['hour', 3600], ['minute', 60]]) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 && words.length < 2) words.push(`${count} ${name}${count > 1 ? 's' : ''}`);
  }
  return words.join(' and ');
}
