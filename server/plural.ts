/** A number of things in English, as commands and reasons of refusals say it. */
export const counted = (count: number, one: string, others = `${one}s`): string =>
  `${count} ${count === 1 ? one : others}`;
