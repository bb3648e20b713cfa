import type { JourneyPath } from './journeys';

/** Journeys with exactly the values on the way to this node. Children have larger numbers. */
interface SetNode {
  conversions: number;
  nulls: number;
  readonly children: Map<number, SetNode>;
}

const newNode = (): SetNode => ({ conversions: 0, nulls: 0, children: new Map() });

/** Returns the sets with conversions. Values are numbered in the order in which they appear. */
function setsOf(paths: readonly JourneyPath[]): { root: SetNode; values: readonly number[] } {
  const root = newNode();
  const numbers = new Map<number, number>();
  const numberOf = (value: number): number => {
    const known = numbers.get(value) ?? numbers.size;
    numbers.set(value, known);
    return known;
  };
  const setOf = ({ values }: JourneyPath): number[] =>
    [...new Set(values)].map(numberOf).sort((a, b) => a - b);
  for (const path of paths) {
    if (path.conversions === 0) continue;
    let node = root;
    for (const value of setOf(path)) {
      const child = node.children.get(value) ?? newNode();
      node.children.set(value, child);
      node = child;
    }
    node.conversions += path.conversions;
  }
  for (const path of paths) {
    if (path.nulls === 0) continue;
    let node: SetNode | undefined = root;
    for (const value of setOf(path)) {
      node = node.children.get(value);
      if (!node) break;
    }
    if (node) node.nulls += path.nulls;
  }
  return { root, values: [...numbers.keys()] };
}

/** The nodes as arrays, which are searched many times faster. Children of node i are before `ends[i]`. */
function flatten(root: SetNode) {
  const nodes = [root];
  const added = [0];
  const ends: number[] = [];
  for (let at = 0; at < nodes.length; at++) {
    for (const [value, child] of nodes[at]!.children) {
      nodes.push(child);
      added.push(value);
    }
    ends.push(nodes.length);
  }
  return {
    ends: Int32Array.from(ends),
    /** Value of each node that its parent's set lacks. */
    added: Int32Array.from(added),
    /** Conversion rate of each set; 0 without conversions. */
    worth: Float64Array.from(nodes, ({ conversions, nulls }) =>
      conversions > 0 ? conversions / (conversions + nulls) : 0,
    ),
  };
}

/** Returns the Shapley weights of a set of `size` of n players: of players in it, and of those outside. */
function weightsOf(n: number): { inside: number[]; outside: number[] } {
  // (size - 1)! (n - size)! / n! = 1 / (size * C(n, size)).
  const inside: number[] = [0];
  const outside: number[] = [];
  let choices = 1;
  for (let size = 0; size <= n; size++) {
    if (size > 0) {
      choices = (choices * (n - size + 1)) / size;
      inside.push(1 / (size * choices));
    }
    outside.push(size < n ? 1 / ((n - size) * choices) : 0);
  }
  return { inside, outside };
}

/**
 * Credits conversions by the Shapley value of the exact-set game: within each distinct set T of values, v(S)
 * is the conversion rate of journeys with exactly the values S, and the values of the subgame on T are scaled
 * to T's conversions (data-driven.md section 3). Credits can be negative. Only sets that occur have a value,
 * so their sum is exact for any number of values.
 */
export function exactSetCredits(paths: readonly JourneyPath[]): Map<number, number> {
  const { root, values } = setsOf(paths);
  const { ends, added, worth } = flatten(root);
  const credits = new Float64Array(values.length);
  /** Place of each value in the set that is credited; -1 outside it. */
  const placeOf = new Int32Array(values.length).fill(-1);
  const creditSet = (team: readonly number[], { conversions, nulls }: SetNode): void => {
    const { inside, outside } = weightsOf(team.length);
    const shares = new Float64Array(team.length);
    for (const [place, value] of team.entries()) placeOf[value] = place;
    // Takes the weight of an outsider from all members; the members of a set get it back.
    let taken = 0;
    const visit = (node: number, size: number): number => {
      let given = 0;
      if (size > 0) {
        taken += worth[node]! * outside[size]!;
        given = worth[node]! * (inside[size]! + outside[size]!);
      }
      for (let child = node > 0 ? ends[node - 1]! : 1; child < ends[node]!; child++) {
        const place = placeOf[added[child]!]!;
        if (place < 0) continue;
        const below = visit(child, size + 1);
        shares[place]! += below;
        given += below;
      }
      return given;
    };
    visit(0, 0);
    const scale = conversions + nulls;
    for (const [place, value] of team.entries()) {
      credits[value]! += (shares[place]! - taken) * scale;
      placeOf[value] = -1;
    }
  };
  const walk = (node: SetNode, team: readonly number[]): void => {
    if (node.conversions > 0) creditSet(team, node);
    for (const [value, child] of node.children) walk(child, [...team, value]);
  };
  walk(root, []);
  return new Map(values.map((value, number) => [value, credits[number]!]));
}
