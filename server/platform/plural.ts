/** Formats a count with its English noun, for command output and error reasons. */
export const pluralize = (count: number, one: string, others = `${one}s`): string =>
  `${count} ${count === 1 ? one : others}`;
