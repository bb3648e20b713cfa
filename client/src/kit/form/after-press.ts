let pressed = false;
let waiting: (() => void)[] = [];

const release = (): void => {
  pressed = false;
  // The click follows its release in the same turn.
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
 * Runs at once, or after the click whose press is under way. A press elsewhere makes a field be left; what is said
 * of the field then would move a button away between press and release, and the click would miss it.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}
