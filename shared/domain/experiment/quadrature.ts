/** Nodes per panel: polynomials up to degree 19 are integrated exactly. */
const ORDER = 10;

/** Evaluates the Legendre polynomial of degree ORDER and its derivative at x. */
function legendre(x: number): [value: number, slope: number] {
  let [before, value] = [1, x];
  for (let degree = 2; degree <= ORDER; degree += 1)
    [before, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree];
  return [value, (ORDER * (x * value - before)) / (x * x - 1)];
}

/** Finds the zeros of that polynomial, ascending, by Newton's method. */
function zeros(): number[] {
  return Array.from({ length: ORDER }, (_, index) => {
    let x = -Math.cos((Math.PI * (index + 0.75)) / (ORDER + 0.5));
    for (let step = 0; step < 8; step += 1) {
      const [value, slope] = legendre(x);
      x -= value / slope;
    }
    return x;
  });
}

/** Gauss-Legendre nodes on [-1, 1]. */
export const nodes = Float64Array.from(zeros());
/** Weights of the nodes. */
export const weights = nodes.map((x) => 2 / ((1 - x * x) * legendre(x)[1] ** 2));

/** Evaluates the polynomial that is 1 at one node and 0 at the others. */
const basis = (at: number, x: number): number =>
  nodes.reduce(
    (product, node, index) => (index === at ? product : (product * (x - node)) / (nodes[at]! - node)),
    1,
  );

/** One row per node: the contribution of each node's value to the integral from -1 to it. */
export const inner: readonly Float64Array[] = Array.from(nodes, (end) =>
  nodes.map((_, k) => {
    const half = (end + 1) / 2;
    return nodes.reduce((sum, x, index) => sum + weights[index]! * half * basis(k, -1 + half * (x + 1)), 0);
  }),
);

/** Returns the dot product of two rows. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}
