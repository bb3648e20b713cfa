/** Glyphs that are kept of the beginning of a name that is cut where it differs from another. */
const KEPT = 3;

/** The beginning and the end of a name: names of ads mostly begin alike. */
function withoutMiddle(glyphs: readonly string[], longest: number): string {
  if (glyphs.length <= longest) return glyphs.join('');
  const end = Math.floor((longest - 1) / 2);
  return `${glyphs.slice(0, longest - 1 - end).join('')}…${glyphs.slice(-end).join('')}`;
}

/** How many glyphs two names begin with alike. */
function alikeUntil(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((glyph, at) => glyph !== other[at]);
  return differs < 0 ? one.length : differs;
}

/** Names as they stand where there is room for so many glyphs: cut in the middle, or before what tells them apart. */
export function shortNames(names: readonly string[], longest: number): (name: string) => string {
  const all = [...new Set(names)].map((name) => ({
    name,
    glyphs: [...name],
    cut: withoutMiddle([...name], longest),
  }));
  const short = new Map(
    all.map(({ name, glyphs, cut }) => {
      const others = all.filter((other) => other.cut === cut && other.name !== name);
      if (others.length === 0) return [name, cut];
      const from = Math.min(
        Math.max(...others.map((other) => alikeUntil(glyphs, other.glyphs))),
        glyphs.length - 1,
      );
      const room = longest - KEPT - 2;
      const isEnd = from + room + 1 >= glyphs.length;
      return [
        name,
        `${glyphs.slice(0, KEPT).join('')}…${glyphs.slice(from, from + room).join('')}${isEnd ? '' : '…'}`,
      ];
    }),
  );
  return (name) => short.get(name) ?? withoutMiddle([...name], longest);
}
