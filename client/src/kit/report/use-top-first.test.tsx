import { renderHook } from '@testing-library/react';
import type { ApolloClient } from '@apollo/client';
import type { ReportAnswer } from './answer';
import type { ReportVariables } from './query';
import { useTopFirst } from './use-top-first';
import { readReportState, type ReportState } from './url-state';

const VARIABLES: ReportVariables = {
  productId: 1,
  dateFrom: '2026-10-01',
  dateTo: '2026-10-31',
  compareFrom: null,
  compareTo: null,
  withToday: false,
  today: null,
  axis: [],
  otherAxes: false,
  filters: {},
  attributionModel: null,
  evaluation: null,
};

const answer = (count: number, shown: number): ReportAnswer => ({
  report: {
    count,
    results: Array.from({ length: shown }, () => ({})),
    total: {},
    version: 1,
    asOf: '',
    attributionModel: 1,
    evaluation: 3,
  },
});

const stateOf = (address: string): ReportState =>
  readReportState(new URLSearchParams(address), {
    axes: ['ad'],
    sort: { key: 'cv_total_final', ascending: false },
    item: '1',
    period: { preset: 'd30' },
  } as Parameters<typeof readReportState>[1]);

type Options = Parameters<Parameters<typeof useTopFirst>[0]>[0];

/** A report's hook that answers the first rows, and all rows when they are there. */
function shown({
  address = '',
  first,
  all,
  error,
}: {
  address?: string;
  first?: ReportAnswer;
  all?: ReportAnswer;
  error?: Error;
}) {
  const asked: Options[] = [];
  const client = {} as ApolloClient;
  const useReport = (options: Options) => {
    asked.push(options);
    const data = options.variables.pageSize === undefined && asked.length > 1 ? all : first;
    return {
      client,
      loading: !data && !error,
      refetch: () => Promise.resolve(),
      ...(!options.skip && data ? { data } : {}),
      ...(options.skip || options.variables.pageSize || !error ? {} : { error }),
    };
  };
  const hook = renderHook(({ at }) => useTopFirst(useReport, VARIABLES, stateOf(at)), {
    initialProps: { at: address },
  });
  return { asked, hook };
}

describe('a report of many rows', () => {
  it('is asked once where all of them are on top', () => {
    const { asked, hook } = shown({ first: answer(21, 21) });
    expect(
      asked.map(({ variables: { pageSize, sortName, sortAsc }, skip }) => [
        pageSize,
        sortName,
        sortAsc,
        skip ?? false,
      ]),
    ).toEqual([
      [500, 'cv_total_final', false, false],
      [undefined, undefined, undefined, true],
    ]);
    expect(hook.result.current.data?.report.results).toHaveLength(21);
  });

  it('shows those on top until all are there', () => {
    const { asked, hook } = shown({ first: answer(10_000, 500) });
    expect(asked.at(-1)).toMatchObject({ skip: false });
    expect(hook.result.current).toMatchObject({ loading: true, data: answer(10_000, 500) });
  });

  it('shows all of them then', () =>
    expect(
      shown({ first: answer(10_000, 500), all: answer(10_000, 10_000) }).hook.result.current.data?.report
        .results,
    ).toHaveLength(10_000));

  it('shows no part where the others fail', () => {
    const { hook } = shown({ first: answer(10_000, 500), error: new Error('away') });
    expect(hook.result.current.data).toBeUndefined();
    expect(hook.result.current.error).toEqual(new Error('away'));
  });

  it.each([
    ['rows that are looked for', 'q=茶'],
    ['an order of the screen’s own', 'sort=-name'],
    ['an order upwards', 'sort=cv_total_final'],
    ['costs that brought nothing', 'sort=-cpa'],
  ])('is asked whole for %s', (_, address) =>
    expect(shown({ address, first: answer(10_000, 10_000) }).asked[0]?.variables).toEqual(VARIABLES),
  );

  it('asks nothing anew when its rows are sorted otherwise', () => {
    const { asked, hook } = shown({ first: answer(10_000, 500) });
    hook.rerender({ at: 'sort=amount_sum' });
    expect(
      asked.filter(({ variables }) => variables.pageSize).map(({ variables }) => variables.sortName),
    ).toEqual(['cv_total_final', 'cv_total_final']);
  });
});
