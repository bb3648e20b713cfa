import { isCrowded } from './crowd';

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
