import { defineStored } from './stored';

/** Last chosen sort per route path; storage key `ic_sort_state`. */
const sortState = defineStored<Record<string, string>>({ name: 'sort_state', version: 1, sliding: true });

/** Returns the last sort of a route, as its address states it. */
export const rememberedSort = (path: string): string | undefined => sortState.read()?.[path];

/** Remembers the sort of a route; undefined forgets it. */
export function rememberSort(path: string, sort: string | undefined): void {
  const { [path]: _before, ...rest } = sortState.read() ?? {};
  sortState.write(sort === undefined ? rest : { ...rest, [path]: sort });
}
