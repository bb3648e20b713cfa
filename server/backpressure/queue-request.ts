import type { EventEmitter } from 'node:events';
import { isCrowded } from './traffic-load';

/** While a crowd comes questions begin one by one, so long apart at least; */
const TURN_MS = 20;
/** after one was answered the next waits so many times as long as that took; */
const SHARE = 9;
/** but nobody's waits longer than this. */
const LONGEST_MS = 1000;

let nextTurn = 0;

/**
 * Begins a question of the API: at once, or, while visitors come in crowds, when it has its turn.
 * @param answer what is closed when it is answered
 */
export function inTurn(answer: EventEmitter, begin: () => void): void {
  const now = performance.now();
  if (!isCrowded(now)) return begin();
  const at = Math.min(Math.max(now, nextTurn), now + LONGEST_MS);
  nextTurn = at + TURN_MS;
  setTimeout(() => {
    const begun = performance.now();
    answer.once('close', () => {
      const ended = performance.now();
      nextTurn = Math.max(nextTurn, ended + Math.min(LONGEST_MS, (ended - begun) * SHARE));
    });
    begin();
  }, at - now);
}
