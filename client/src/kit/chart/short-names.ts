/** Leading glyphs kept of a name that is shortened before its distinguishing part. */
const PREFIX_GLYPHS = 3;

/** Cuts the middle of a name, because ad names mostly share their beginning. */
function cutMiddle(glyphs: readonly string[], longest: number): string {
  if (glyphs.length <= longest) return glyphs.join('');
  const end = Math.floor((longest - 1) / 2);
  return `${glyphs.slice(0, longest - 1 - end).join('')}…${glyphs.slice(-end).join('')}`;
}

/** Returns the length of the common prefix of two names. */
function commonPrefixLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((glyph, at) => glyph !== other[at]);
  return differs < 0 ? one.length : differs;
}

/**
 * Returns a function that shortens names to this many glyphs: in the middle, or before the part that
 * distinguishes them.
 */
export function shortenNames(names: readonly string[], longest: number): (name: string) => string {
  const all = [...new Set(names)].map((name) => ({
    name,
    glyphs: [...name],
    cut: cutMiddle([...name], longest),
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
  return (name) => short.get(name) ?? cutMiddle([...name], longest);
}
