/**
 * Shifts the clock by TEST_CLOCK_OFFSET milliseconds, so that no test depends on the calendar. Loaded into every process of a
 * test run (NODE_OPTIONS), every jest environment (setupFiles) and every page of a browser test. See test-clock.ts.
 */
const offset = Number(process.env.TEST_CLOCK_OFFSET ?? 0);

if (offset && !globalThis.testClock) {
  globalThis.testClock = { offset };
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [target.now() + offset], newTarget),
    apply: (target) => new target(target.now() + offset).toString(),
    get: (target, key) => (key === 'now' ? () => target.now() + offset : Reflect.get(target, key)),
  });
}
