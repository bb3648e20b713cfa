/** Where a point of a scatter stands. */
export interface Place {
  key: string;
  x: number;
  y: number;
}

/** Points that bear their name; the others say it on hover. */
const MOST_NAMED = 4;
/** How far a name reaches beside its point, and how high it is, as shares of the chart. */
const REACH = 0.42;
const HEIGHT = 0.08;

/** Whether a point's name stands at its left: on the side with room. */
export const isNameLeft = ({ x }: Pick<Place, 'x'>, farthest: number): boolean => x > farthest / 2;

/** The points that bear their name: the highest ones whose name would stand over no other point. */
export function namedPoints(points: readonly Place[]): ReadonlySet<string> {
  const across = Math.max(...points.map(({ x }) => x), 0);
  const up = Math.max(...points.map(({ y }) => y), 0) || 1;
  const hides = (point: Place, other: Place): boolean => {
    const beside = isNameLeft(point, across) ? point.x - other.x : other.x - point.x;
    return beside > 0 && beside < REACH * across && Math.abs(other.y - point.y) < HEIGHT * up;
  };
  const free = points.filter((point) => !points.some((other) => hides(point, other)));
  return new Set([...free].sort((a, b) => b.y - a.y).slice(0, MOST_NAMED).map(({ key }) => key));
}
