import type { ListFilter, ListVariables } from './types';

export const PAGE_SIZES = [30, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = PAGE_SIZES[0];

export interface ListSort {
  key: string;
  ascending: boolean;
}

/** Everything that decides which rows a list shows; all of it stands in the address. */
export interface ListState {
  page: number;
  pageSize: number;
  sort: ListSort | undefined;
  keyword: string;
  /** Values by filter name, as the address has them. */
  filters: Readonly<Record<string, readonly string[]>>;
}

function wholeNumber(text: string | null): number | undefined {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= 1 ? value : undefined;
}

/** Reads `name` or `-name`. */
function readSort(text: string | null): ListSort | undefined {
  const found = /^(-?)([a-z]\w*)$/i.exec(text ?? '');
  return found?.[2] ? { key: found[2], ascending: found[1] === '' } : undefined;
}

export const sortText = ({ key, ascending }: ListSort): string => `${ascending ? '' : '-'}${key}`;

/** The state that an address states; what it states wrongly counts as not stated. */
export function readListState(parameters: URLSearchParams, filters: readonly ListFilter[], sortable: readonly string[]): ListState {
  const size = wholeNumber(parameters.get('size'));
  const sort = readSort(parameters.get('sort'));
  const given = filters.flatMap(({ name, choices }): [string, string[]][] => {
    const known = new Set(choices.map(({ value }) => value));
    const values = (parameters.get(name) ?? '').split(',').filter((value) => known.has(value));
    return values.length > 0 ? [[name, values]] : [];
  });
  return {
    page: wholeNumber(parameters.get('page')) ?? 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
    sort: sort && sortable.includes(sort.key) ? sort : undefined,
    keyword: parameters.get('q') ?? '',
    filters: Object.fromEntries(given),
  };
}

const valueOf = (kind: ListFilter['kind'], text: string): number | boolean | string =>
  kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text;

/** The filter of the GraphQL query; 0 and false are values like any other. */
export function filterInput(state: Pick<ListState, 'filters'>, filters: readonly ListFilter[]): ListVariables['filter'] {
  const entries = filters.flatMap(({ name, kind }): [string, (number | boolean | string)[]][] => {
    const values = state.filters[name];
    return values && values.length > 0 ? [[name, values.map((text) => valueOf(kind, text))]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** What the list query is asked for; `fixed` are conditions that hold whatever was chosen. */
export function listVariables(state: ListState, filters: readonly ListFilter[], fixed?: ListVariables['filter']): ListVariables {
  const chosen = filterInput(state, filters);
  return {
    page: state.page,
    pageSize: state.pageSize,
    sortName: state.sort?.key,
    sortAsc: state.sort?.ascending,
    keyword: state.keyword.trim() || undefined,
    filter: fixed ? { ...chosen, ...fixed } : chosen,
  };
}
