/** Replaces CSS modules in tests: each class has its own name as value. */
module.exports = new Proxy(
  {},
  { get: (_target, name) => (name === '__esModule' ? undefined : String(name)) },
);
