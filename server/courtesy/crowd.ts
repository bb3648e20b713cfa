/** From so many visitors a second on everything else of this process waits for them. */
const CROWD_PER_SECOND = 1000;
/** Over how long they are counted, at least; what was counted longer ago says nothing of now. */
const WINDOW_MS = 50;
const STALE_MS = 1000;

let answered = 0;
let since = performance.now();
let crowded = false;

/** Counts a visitor that a tracking door answers. */
export function visitorCame(): void {
  answered += 1;
}

/** Whether visitors come in such numbers at the moment that the doors need the process for themselves. */
export function isCrowded(now = performance.now()): boolean {
  const ms = now - since;
  if (ms < WINDOW_MS) return crowded;
  crowded = ms < STALE_MS && (answered * 1000) / ms >= CROWD_PER_SECOND;
  answered = 0;
  since = now;
  return crowded;
}

/** While a crowd comes one question a time like this is begun; nobody's waits longer than the longest. */
const TURN_MS = 20;
const LONGEST_MS = 200;

let nextTurn = 0;

/** Begins a question of the API: at once, or, while visitors come in crowds, when it has its turn. */
export function inTurn(begin: () => void): void {
  const now = performance.now();
  if (!isCrowded(now)) return begin();
  nextTurn = Math.min(Math.max(now, nextTurn) + TURN_MS, now + LONGEST_MS);
  setTimeout(begin, nextTurn - now);
}
