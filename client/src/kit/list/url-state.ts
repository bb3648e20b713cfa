import { rangeOf, readPeriod, type Period, type Standing } from '../period/period';
import { readSort, type Sort } from '../table/measure-column';
import type { ListFilter, ListPlace, ListQuery, ListVariables } from './list-source';

export const PAGE_SIZES = [30, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = PAGE_SIZES[0];

/** Everything that decides which rows a list shows; all of it is in the URL. */
export interface ListState {
  /** Page number; undefined if only the cursor is known. */
  page: number | undefined;
  pageSize: number;
  sort: Sort | undefined;
  keyword: string;
  /** URL values by filter name. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** Logs only: the period, the cursor and whether new rows appear automatically. */
  period: Period | undefined;
  place: ListPlace | undefined;
  live: boolean;
}

function wholeNumber(text: string | null): number | undefined {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= 1 ? value : undefined;
}

const PLACES = ['after', 'before', 'at'] as const;

function readPlace(parameters: URLSearchParams): ListPlace | undefined {
  for (const by of PLACES) {
    const value = parameters.get(by);
    if (value) return { by, value };
  }
  return undefined;
}

/** Parameters to clear when leaving a cursor position and its page number. */
export const NO_PLACE = { page: undefined, after: undefined, before: undefined, at: undefined } as const;

/** Values found by a server search are validated by id alone until their name is known. */
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

/** Parses the list state of a URL; invalid parameters count as absent. */
export function readListState(
  parameters: URLSearchParams,
  filters: readonly ListFilter[],
  sortable: readonly string[],
): ListState {
  const size = wholeNumber(parameters.get('size'));
  const sort = readSort(parameters.get('sort'));
  const given = filters.flatMap(({ name, kind, choices, typed, search }): [string, string[]][] => {
    const known = new Set(choices.map(({ value }) => value));
    const values = (parameters.get(name) ?? '')
      .split(',')
      .filter((value) =>
        typed
          ? value !== '' && (kind !== 'number' || Number.isFinite(Number(value)))
          : search
            ? isId(value)
            : known.has(value),
      );
    return values.length > 0 ? [[name, values]] : [];
  });
  const place = readPlace(parameters);
  return {
    page: wholeNumber(parameters.get('page')) ?? (place ? undefined : 1),
    pageSize: PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE,
    sort: sort && sortable.includes(sort.key) ? sort : undefined,
    keyword: parameters.get('q') ?? '',
    filters: Object.fromEntries(given),
    period: readPeriod(parameters),
    place,
    live: parameters.get('live') === '1',
  };
}

const valueOf = (kind: ListFilter['kind'], text: string): number | boolean | string =>
  kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text;

/** Returns the filter of the GraphQL query; 0 and false are ordinary values. */
export function filterInput(
  state: Pick<ListState, 'filters'>,
  filters: readonly ListFilter[],
): ListVariables['filter'] {
  const entries = filters.flatMap(({ name, kind }): [string, (number | boolean | string)[]][] => {
    const values = state.filters[name];
    return values && values.length > 0 ? [[name, values.map((text) => valueOf(kind, text))]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns the query of a list; `fixed` conditions always apply. */
export function listQuery(
  state: ListState,
  filters: readonly ListFilter[],
  standing: Standing,
  fixed?: ListVariables['filter'],
): ListQuery {
  const chosen = filterInput(state, filters);
  return {
    page: state.page ?? 1,
    pageSize: state.pageSize,
    sortName: state.sort?.key,
    sortAsc: state.sort?.ascending,
    keyword: state.keyword.trim() || undefined,
    filter: fixed ? { ...chosen, ...fixed } : chosen,
    period: state.period && rangeOf(state.period, standing),
    place: state.place,
    live: state.live,
  };
}
