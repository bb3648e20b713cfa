import { getPriority, setPriority } from 'node:os';

/** Where both want a core, visitors come before whatever is done for later. */
const BEHIND_VISITORS = 10;

/** Puts this process behind those that answer visitors. */
export function stepBehindVisitors(): void {
  // One that was begun further back may not come forward.
  setPriority(Math.max(getPriority(), BEHIND_VISITORS));
}
