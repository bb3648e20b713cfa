/** Where a point of a scatter stands. */
export interface Place {
  key: string;
  x: number;
  y: number;
}

/** Points that bear their name; the others say it on hover. */
const MOST_NAMED = 4;
/** Pixels: of a glyph of a name, from the middle of a point to its name, half of the largest point. */
export const NAME_SIZE = 11;
export const NAME_GAP = 22;
export const LARGEST_POINT = 18;
/** Pixels beside the chart for the labels of its axis, and the share of the rest on which points stand. */
const AXIS = 104;
const FILLED = 0.78;
const GLYPHS = { least: 7, most: 16 };

/** The room for names in a chart of so many pixels: glyphs, so that a name fits half of it, and how far one reaches beside its point, as a share of what the points fill. */
export function nameRoom(width: number): { readonly glyphs: number; readonly reach: number } {
  const filled = Math.max(1, (width - AXIS) * FILLED);
  const glyphs = Math.min(
    GLYPHS.most,
    Math.max(GLYPHS.least, Math.floor((filled / 2 - NAME_GAP) / NAME_SIZE)),
  );
  return { glyphs, reach: (NAME_GAP + glyphs * NAME_SIZE + LARGEST_POINT) / filled };
}

/** How high a name is, as a share of the chart. */
const HEIGHT = 0.1;

/** Whether a point's name stands at its left: on the side with room. */
export const isNameLeft = ({ x }: Pick<Place, 'x'>, farthest: number): boolean => x > farthest / 2;

/** The points that bear their name: the highest ones whose name would stand over no other point and no other name. @param reach how far a name reaches beside its point, as a share of what the points fill */
export function namedPoints(points: readonly Place[], reach: number): ReadonlySet<string> {
  const across = Math.max(...points.map(({ x }) => x), 0);
  const up = Math.max(...points.map(({ y }) => y), 0) || 1;
  const isLevel = (one: Place, other: Place): boolean => Math.abs(other.y - one.y) < HEIGHT * up;
  const place = (point: Place): readonly [from: number, to: number] =>
    isNameLeft(point, across) ? [point.x - reach * across, point.x] : [point.x, point.x + reach * across];
  const hides = (point: Place, other: Place): boolean => {
    const [from, to] = place(point);
    return other.x !== point.x && other.x > from && other.x < to && isLevel(point, other);
  };
  const meet = (one: Place, other: Place): boolean => {
    const [[from, to], [otherFrom, otherTo]] = [place(one), place(other)];
    return from < otherTo && otherFrom < to && isLevel(one, other);
  };
  const free = points
    .filter((point) => !points.some((other) => hides(point, other)))
    .sort((a, b) => b.y - a.y);
  const named: Place[] = [];
  for (const point of free)
    if (named.length < MOST_NAMED && !named.some((other) => meet(point, other))) named.push(point);
  return new Set(named.map(({ key }) => key));
}
