import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { recordOf } from '../../../../shared/records';
import { rememberedSort, rememberSort } from '../../preferences/sort-state';
import { withParameters } from '../address';
import { useEnteredFromMenu } from '../page-origin';
import { sortText, type Sort } from '../table/measure-column';
import { periodParameters, type Period } from '../period/period';
import { DEFAULT_PAGE_SIZE, NO_PLACE, readListState, type ListState } from './url-state';
import type { ListFilter, ListPlace } from './list-source';

const NO_PERIOD = { period: undefined, from: undefined, to: undefined } as const;

/** State of a list and its setters. Any change of the matching rows returns to page 1. */
export interface ListControls {
  state: ListState;
  /** @param replace whether to replace the history entry */
  setPage(page: number, pageSize: number, replace?: boolean): void;
  /** Goes to a cursor position, with its page number if known. */
  setPlace(place: ListPlace, page?: number): void;
  setSort(sort: Sort | undefined): void;
  setKeyword(keyword: string): void;
  setFilter(name: string, values: readonly string[]): void;
  setPeriod(period: Period | undefined): void;
  setLive(live: boolean): void;
  clear(): void;
}

/** Binds a list to the URL: Back, reload and shared links show the same rows. */
export function useListState(filters: readonly ListFilter[], sortable: readonly string[]): ListControls {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => readListState(parameters, filters, sortable), [parameters, filters, sortable]);

  const set = useCallback(
    (changes: Record<string, string | null | undefined>, replace = false) =>
      setParameters((before) => withParameters(before, { ...NO_PLACE, ...changes }), {
        replace,
        preventScrollReset: true,
      }),
    [setParameters],
  );

  useEnteredFromMenu(() => {
    const saved = rememberedSort(pathname);
    set(saved && sortable.includes(saved.replace(/^-/, '')) ? { sort: saved } : {}, true);
  });

  return useMemo(
    () => ({
      state,
      setPage: (page, pageSize, replace) =>
        set(
          {
            live: undefined,
            page: page === 1 ? undefined : String(page),
            size: pageSize === DEFAULT_PAGE_SIZE ? undefined : String(pageSize),
          },
          replace,
        ),
      setPlace: ({ by, value }, page) =>
        set({ [by]: value, page: page === undefined ? undefined : String(page), live: undefined }),
      setSort: (sort) => {
        const text = sort && sortText(sort);
        rememberSort(pathname, text);
        set({ sort: text, live: undefined });
      },
      // Replaces the history entry, because typing would fill the history.
      setKeyword: (keyword) => set({ q: keyword }, true),
      setFilter: (name, values) => set({ [name]: values.join(',') }),
      setPeriod: (period) => set(period ? periodParameters(period) : NO_PERIOD),
      // Live mode requires newest first, because new rows appear at the top.
      setLive: (live) => set({ live: live ? '1' : undefined, sort: undefined }),
      clear: () =>
        set({ ...recordOf(['q', ...filters.map(({ name }) => name)], () => undefined), ...NO_PERIOD }),
    }),
    [state, pathname, filters, set],
  );
}
