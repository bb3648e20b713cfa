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

const answer = (count: number, loaded: number): ReportAnswer => ({
  report: {
    count,
    results: Array.from({ length: loaded }, () => ({})),
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

/** Renders the hook with a report that returns the first rows, and all rows once available. */
function renderTopFirst({
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
  const requests: Options[] = [];
  const client = {} as ApolloClient;
  const useReport = (options: Options) => {
    requests.push(options);
    const data = options.variables.pageSize === undefined && requests.length > 1 ? all : first;
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
  return { requests, hook };
}

describe('report of many rows', () => {
  it('sends one query if the first rows are all rows', () => {
    const { requests, hook } = renderTopFirst({ first: answer(21, 21) });
    expect(
      requests.map(({ variables: { pageSize, sortName, sortAsc }, skip }) => [
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

  it('shows the top rows while the others load', () => {
    const { requests, hook } = renderTopFirst({ first: answer(10_000, 500) });
    expect(requests.at(-1)).toMatchObject({ skip: false });
    expect(hook.result.current).toMatchObject({ loading: true, data: answer(10_000, 500) });
  });

  it('shows all rows once loaded', () =>
    expect(
      renderTopFirst({ first: answer(10_000, 500), all: answer(10_000, 10_000) }).hook.result.current.data
        ?.report.results,
    ).toHaveLength(10_000));

  it('shows nothing if loading all rows fails', () => {
    const { hook } = renderTopFirst({ first: answer(10_000, 500), error: new Error('away') });
    expect(hook.result.current.data).toBeUndefined();
    expect(hook.result.current.error).toEqual(new Error('away'));
  });

  it.each([
    ['a row search', 'q=茶'],
    ['a sort key of the screen', 'sort=-name'],
    ['ascending order', 'sort=cv_total_final'],
    ['costs without results', 'sort=-cpa'],
  ])('loads all rows at once for %s', (_, address) =>
    expect(renderTopFirst({ address, first: answer(10_000, 10_000) }).requests[0]?.variables).toEqual(
      VARIABLES,
    ),
  );

  it('sends no new query when its rows are sorted differently', () => {
    const { requests, hook } = renderTopFirst({ first: answer(10_000, 500) });
    hook.rerender({ at: 'sort=amount_sum' });
    expect(
      requests.filter(({ variables }) => variables.pageSize).map(({ variables }) => variables.sortName),
    ).toEqual(['cv_total_final', 'cv_total_final']);
  });
});
