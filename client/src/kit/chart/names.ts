/** Leading glyphs kept of a name that is shortened before its distinguishing part. */
const PREFIX_GLYPHS = 3;

/** Cuts the end of a name that is longer. */
const cutEnd = (glyphs: readonly string[], longest: number): string =>
  glyphs.length <= longest ? glyphs.join('') : `${glyphs.slice(0, longest - 1).join('')}…`;

/** Returns the length of the common prefix of two names. */
function commonPrefixLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((glyph, at) => glyph !== other[at]);
  return differs < 0 ? one.length : differs;
}

/**
 * Returns a function that shortens names to this many glyphs: at the end, or before the part that
 * distinguishes them.
 */
export function shortenNames(names: readonly string[], longest: number): (name: string) => string {
  const all = [...new Set(names)].map((name) => ({
    name,
    glyphs: [...name],
    cut: cutEnd([...name], longest),
  }));
  const short = new Map(
    all.map(({ name, glyphs, cut }) => {
      const others = all.filter((other) => other.cut === cut && other.name !== name);
      if (others.length === 0) return [name, cut];
      const from = Math.min(
        Math.max(...others.map((other) => commonPrefixLength(glyphs, other.glyphs))),
        glyphs.length - 1,
      );
      const room = longest - PREFIX_GLYPHS - 2;
      const isEnd = from + room + 1 >= glyphs.length;
      return [
        name,
        `${glyphs.slice(0, PREFIX_GLYPHS).join('')}…${glyphs.slice(from, from + room).join('')}${isEnd ? '' : '…'}`,
      ];
    }),
  );
  return (name) => short.get(name) ?? cutEnd([...name], longest);
}

/** Position of a scatter point. */
export interface Place {
  key: string;
  x: number;
  y: number;
}

/** Maximum number of points labelled with their name; the others show it on hover. */
const MAX_NAMED = 6;
/**
 * Pixels: font size of a name, distance from a point's centre to its name, and radius of the largest point.
 */
export const NAME_SIZE = 11;
export const NAME_GAP = 22;
export const LARGEST_POINT = 18;
/** Pixels beside the chart for the axis labels, and the share of the rest that points occupy. */
const AXIS = 104;
const FILLED = 0.78;
const GLYPHS = { least: 7, most: 16 };

/**
 * Returns the room for names in a chart of this pixel width: the maximum glyphs, so a name fits half the
 * chart, and the reach of a name beside its point as a share of the plot.
 */
export function roomForNames(width: number): { readonly glyphs: number; readonly reach: number } {
  const filled = Math.max(1, (width - AXIS) * FILLED);
  const glyphs = Math.min(
    GLYPHS.most,
    Math.max(GLYPHS.least, Math.floor((filled / 2 - NAME_GAP) / NAME_SIZE)),
  );
  return { glyphs, reach: (NAME_GAP + glyphs * NAME_SIZE + LARGEST_POINT) / filled };
}

/** Share of the chart within which points are above each other: a name begins farther away. */
const BESIDE = 0.03;
/** Height of a name as a share of the chart. */
const HEIGHT = 0.1;

/** Returns whether a point's name goes to its left, the side with more room. */
export const isNameLeft = ({ x }: Pick<Place, 'x'>, farthest: number): boolean => x > farthest / 2;

/**
 * Returns the points farthest out, on either axis, whose names overlap no other point and no other name.
 * @param reach how far a name extends beside its point, as a share of the plot
 */
export function pointsToName(points: readonly Place[], reach: number): ReadonlySet<string> {
  const across = Math.max(...points.map(({ x }) => x), 0);
  const up = Math.max(...points.map(({ y }) => y), 0) || 1;
  const isLevel = (one: Place, other: Place): boolean => Math.abs(other.y - one.y) < HEIGHT * up;
  const place = (point: Place): readonly [from: number, to: number] =>
    isNameLeft(point, across) ? [point.x - reach * across, point.x] : [point.x, point.x + reach * across];
  const hides = (point: Place, other: Place): boolean => {
    const [from, to] = place(point);
    const isBeside = Math.abs(other.x - point.x) > BESIDE * across;
    return isBeside && other.x > from && other.x < to && isLevel(point, other);
  };
  const meet = (one: Place, other: Place): boolean => {
    const [[from, to], [otherFrom, otherTo]] = [place(one), place(other)];
    return from < otherTo && otherFrom < to && isLevel(one, other);
  };
  const outness = ({ x, y }: Place): number => x / (across || 1) + y / up;
  const free = points
    .filter((point) => !points.some((other) => hides(point, other)))
    .sort((a, b) => outness(b) - outness(a));
  const named: Place[] = [];
  for (const point of free)
    if (named.length < MAX_NAMED && !named.some((other) => meet(point, other))) named.push(point);
  return new Set(named.map(({ key }) => key));
}
