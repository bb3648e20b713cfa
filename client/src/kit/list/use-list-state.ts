import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { recordOf } from '../../../../shared/records';
import { defineStored } from '../../preferences/stored';
import { useEnteredFromMenu } from '../from-menu';
import { DEFAULT_PAGE_SIZE, readListState, sortText, type ListSort, type ListState } from './url-state';
import type { ListFilter } from './types';

/** The sort that was chosen last on each route path; key `ic_sort_state`. */
const sortState = defineStored<Record<string, string>>({ name: 'sort_state', version: 1, sliding: true });

/** The state of a list and the ways to change it. Whatever changes which rows match leads back to page 1. */
export interface ListControls {
  state: ListState;
  setPage(page: number, pageSize: number): void;
  setSort(sort: ListSort | undefined): void;
  setKeyword(keyword: string): void;
  setFilter(name: string, values: readonly string[]): void;
  clear(): void;
}

/** Ties a list to the address, so that Back, a reload or a shared link shows the same rows. */
export function useListState(filters: readonly ListFilter[], sortable: readonly string[]): ListControls {
  const { pathname } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => readListState(parameters, filters, sortable), [parameters, filters, sortable]);

  const set = useCallback(
    (changes: Record<string, string | undefined>, replace = false) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
            if (value === undefined || value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace, preventScrollReset: true },
      ),
    [setParameters],
  );

  useEnteredFromMenu(() => {
    const saved = sortState.read()?.[pathname];
    set(saved && sortable.includes(saved.replace(/^-/, '')) ? { sort: saved } : {}, true);
  });

  return useMemo(
    () => ({
      state,
      setPage: (page, pageSize) =>
        set({
          page: page === 1 ? undefined : String(page),
          size: pageSize === DEFAULT_PAGE_SIZE ? undefined : String(pageSize),
        }),
      setSort: (sort) => {
        const { [pathname]: _before, ...rest } = sortState.read() ?? {};
        sortState.write(sort ? { ...rest, [pathname]: sortText(sort) } : rest);
        set({ sort: sort && sortText(sort) });
      },
      // Typing would fill the history, so it replaces the address.
      setKeyword: (keyword) => set({ q: keyword }, true),
      setFilter: (name, values) => set({ [name]: values.join(',') }),
      clear: () => set(recordOf(['q', ...filters.map(({ name }) => name)], () => undefined)),
    }),
    [state, pathname, filters, set],
  );
}
