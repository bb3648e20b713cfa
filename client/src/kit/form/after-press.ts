let pressed = false;
let waiting: (() => void)[] = [];

const release = (): void => {
  pressed = false;
  // The click follows pointerup within the same task.
  setTimeout(() => {
    const due = waiting;
    waiting = [];
    due.forEach((run) => run());
  });
};

window.addEventListener('pointerdown', ({ button }) => (pressed = button === 0), true);
window.addEventListener('pointerup', release, true);
window.addEventListener('pointercancel', release, true);

/**
 * Runs a function at once, or after the click in progress. A press elsewhere blurs a field; a message shown
 * then would move a button between press and release, and the click would miss it.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}
