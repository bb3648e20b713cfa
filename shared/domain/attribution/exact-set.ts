import type { Journeys } from './journeys';

/**
 * Sets of values with conversions, and all sets on the way to them, as nodes of a tree. Node 0 is the empty set.
 * Parents have smaller numbers.
 */
interface Sets {
  /** The values, rarest first. Sets begin with their rarest, because few sets continue a frequent one. */
  readonly values: readonly number[];
  /** Set of each node without its last value, and that value as a place in `values`. */
  readonly parents: readonly number[];
  readonly added: readonly number[];
  /** Journeys with exactly these values. */
  readonly conversions: readonly number[];
  readonly nulls: readonly number[];
}

function setsOf({ values, touches, ends, conversions, nulls }: Journeys): Sets {
  const uses = new Float64Array(values.length);
  for (const touch of touches) uses[touch]!++;
  const rarest = [...values.keys()].sort((a, b) => uses[a]! - uses[b]!);
  const ranks = new Int32Array(values.length);
  for (const [rank, place] of rarest.entries()) ranks[place] = rank;
  const lastPath = new Int32Array(values.length).fill(-1);
  /** Returns the distinct values of a path, sorted. It's an insertion sort, because paths are short. */
  const setOf = (path: number): readonly number[] => {
    const set: number[] = [];
    for (let at = path > 0 ? ends[path - 1]! : 0; at < ends[path]!; at++) {
      const rank = ranks[touches[at]!]!;
      if (lastPath[rank] === path) continue;
      lastPath[rank] = path;
      let place = set.push(rank) - 1;
      for (; place > 0 && set[place - 1]! > rank; place--) set[place] = set[place - 1]!;
      set[place] = rank;
    }
    for (const rank of set) lastPath[rank] = -1;
    return set;
  };
  const nodes = new Map<number, number>();
  const sets = {
    values: rarest.map((place) => values[place]!),
    parents: [0],
    added: [-1],
    conversions: [0],
    nulls: [0],
  };
  for (let path = 0; path < ends.length; path++) {
    if (conversions[path] === 0) continue;
    let node = 0;
    for (const rank of setOf(path)) {
      const key = node * values.length + rank;
      let next = nodes.get(key);
      if (next === undefined) {
        next = sets.parents.push(node) - 1;
        nodes.set(key, next);
        sets.added.push(rank);
        sets.conversions.push(0);
        sets.nulls.push(0);
      }
      node = next;
    }
    sets.conversions[node]! += conversions[path]!;
  }
  for (let path = 0; path < ends.length; path++) {
    if (nulls[path] === 0) continue;
    let node: number | undefined = 0;
    for (const rank of setOf(path)) {
      node = nodes.get(node * values.length + rank);
      if (node === undefined) break;
    }
    if (node !== undefined) sets.nulls[node]! += nulls[path]!;
  }
  return sets;
}

/** Children of all nodes: those of node i are in `children` from `starts[i]` to before `starts[i + 1]`. */
function childrenOf({ parents }: Sets): { starts: Int32Array; children: Int32Array } {
  const starts = new Int32Array(parents.length + 1);
  for (let node = 1; node < parents.length; node++) starts[parents[node]! + 1]!++;
  for (let node = 0; node < parents.length; node++) starts[node + 1]! += starts[node]!;
  const place = starts.slice();
  const children = new Int32Array(parents.length);
  for (let node = 1; node < parents.length; node++) children[place[parents[node]!]!++] = node;
  return { starts, children };
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
export function exactSetCredits(journeys: Journeys): Map<number, number> {
  const sets = setsOf(journeys);
  const { starts, children } = childrenOf(sets);
  const { values, parents } = sets;
  // Of the children, which are searched many times: their value, and the conversion rate of their set.
  const added = children.map((node) => sets.added[node]!);
  const worth = Float64Array.from(children, (node) => {
    const [conversions, nulls] = [sets.conversions[node]!, sets.nulls[node]!];
    return conversions > 0 ? conversions / (conversions + nulls) : 0;
  });
  const credits = new Float64Array(values.length);
  const shares = new Float64Array(values.length);
  const isMember = new Uint8Array(values.length);
  let weights = weightsOf(0);
  // Takes the weight of an outsider from all members; the members of a set get it back.
  let taken = 0;
  /** Visits the sets that continue a set of `size` values. Returns the sum of what they add to shares. */
  const visit = (node: number, size: number): number => {
    let given = 0;
    for (let at = starts[node]!; at < starts[node + 1]!; at++) {
      const value = added[at]!;
      if (isMember[value] === 0) continue;
      const inside = weights.inside[size + 1]!;
      const outside = weights.outside[size + 1]!;
      taken += worth[at]! * outside;
      const below = worth[at]! * (inside + outside) + visit(children[at]!, size + 1);
      shares[value]! += below;
      given += below;
    }
    return given;
  };
  for (let set = 1; set < parents.length; set++) {
    const conversions = sets.conversions[set]!;
    if (conversions === 0) continue;
    const team: number[] = [];
    for (let node = set; node > 0; node = parents[node]!) team.push(sets.added[node]!);
    for (const value of team) [isMember[value], shares[value]] = [1, 0];
    weights = weightsOf(team.length);
    taken = 0;
    visit(0, 0);
    const scale = conversions + sets.nulls[set]!;
    for (const value of team) {
      credits[value]! += (shares[value]! - taken) * scale;
      isMember[value] = 0;
    }
  }
  return new Map(values.map((value, place) => [value, credits[place]!]));
}
