/** Stands for every CSS module in tests: each class is known by its own name. */
module.exports = new Proxy(
  {},
  { get: (_target, name) => (name === '__esModule' ? undefined : String(name)) },
);
