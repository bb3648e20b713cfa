import { getPriority, setPriority } from 'node:os';

/** Nice value of background work: it runs at lower CPU priority than tracking requests. */
const BACKGROUND_PRIORITY = 10;

/** Lowers this process's priority. */
export function lowerPriority(): void {
  // Keeps an even lower priority that the process was started with.
  setPriority(Math.max(getPriority(), BACKGROUND_PRIORITY));
}
