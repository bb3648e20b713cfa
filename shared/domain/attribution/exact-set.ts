import type { JourneyPath } from './journeys';

/** Journeys with exactly the values on the way to this node. Children have larger values. */
interface SetNode {
  conversions: number;
  nulls: number;
  readonly children: Map<number, SetNode>;
}

const newNode = (): SetNode => ({ conversions: 0, nulls: 0, children: new Map() });

function setsOf(paths: readonly JourneyPath[]): SetNode {
  const root = newNode();
  for (const { values, conversions, nulls } of paths) {
    let node = root;
    for (const value of [...new Set(values)].sort((a, b) => a - b)) {
      const child = node.children.get(value) ?? newNode();
      node.children.set(value, child);
      node = child;
    }
    node.conversions += conversions;
    node.nulls += nulls;
  }
  return root;
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
  const root = setsOf(paths);
  const credits = new Map<number, number>();
  const creditSet = (team: readonly number[], { conversions, nulls }: SetNode): void => {
    const n = team.length;
    const { inside, outside } = weightsOf(n);
    const shares = new Float64Array(n);
    const members = new Uint8Array(n);
    const visit = (node: SetNode, from: number, size: number): void => {
      if (size > 0 && node.conversions > 0) {
        const worth = node.conversions / (node.conversions + node.nulls);
        for (let place = 0; place < n; place++)
          shares[place]! += members[place] ? worth * inside[size]! : -worth * outside[size]!;
      }
      if (node.children.size === 0) return;
      for (let place = from; place < n; place++) {
        const child = node.children.get(team[place]!);
        if (!child) continue;
        members[place] = 1;
        visit(child, place + 1, size + 1);
        members[place] = 0;
      }
    };
    visit(root, 0, 0);
    const scale = conversions + nulls;
    for (const [place, value] of team.entries())
      credits.set(value, (credits.get(value) ?? 0) + shares[place]! * scale);
  };
  const walk = (node: SetNode, team: readonly number[]): void => {
    if (node.conversions > 0) creditSet(team, node);
    for (const [value, child] of node.children) walk(child, [...team, value]);
  };
  walk(root, []);
  return credits;
}
