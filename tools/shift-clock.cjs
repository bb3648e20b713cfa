/**
 * Shifts the clock by TEST_CLOCK_OFFSET milliseconds, so no test depends on the calendar. Every process of a
 * test run loads it (NODE_OPTIONS), and so do every jest environment (setupFiles) and every page of a browser
 * test. See test-clock.ts.
 */
const offset = Number(process.env.TEST_CLOCK_OFFSET ?? 0);

if (offset && !Date.isShifted) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + offset;
  /** Replacement for Date with a shifted present. Its instances are plain dates. */
  const ShiftedDate = function (...parts) {
    if (!new.target) return new MachineDate(now()).toString();
    const made = new.target === ShiftedDate ? MachineDate : new.target;
    return Reflect.construct(MachineDate, parts.length > 0 ? parts : [now()], made);
  };
  Object.setPrototypeOf(ShiftedDate, MachineDate);
  ShiftedDate.prototype = MachineDate.prototype;
  ShiftedDate.prototype.constructor = ShiftedDate;
  ShiftedDate.now = now;
  ShiftedDate.isShifted = true;
  globalThis.Date = ShiftedDate;
}
