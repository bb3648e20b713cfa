import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { act, renderHook } from '@testing-library/react';
import { useWatch, type Watch } from './use-report-data';

const QUIET = { figureVersion: 1, computing: null };

let hidden = false;
const setHidden = (value: boolean): void => {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
const makeWatch = (question = 'a') => ({
  question,
  check: jest.fn<ReturnType<Watch['check']>, []>().mockResolvedValue(QUIET),
  reread: jest.fn<Promise<void>, []>().mockResolvedValue(),
});
const begin = (watch: Watch | undefined, version: number | undefined) =>
  renderHook(
    (props: { watch: Watch | undefined; version: number | undefined }) =>
      useWatch(props.watch, props.version),
    { initialProps: { watch, version } },
  );

beforeEach(() => {
  jest.useFakeTimers();
  hidden = false;
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('useWatch', () => {
  it('checks the version every few seconds and rereads only if it changed', async () => {
    const watch = makeWatch();
    const { rerender } = begin(watch, 1);
    await pass(9_000);
    expect([watch.check.mock.calls.length, watch.reread.mock.calls.length]).toEqual([4, 0]);
    watch.check.mockResolvedValue({ ...QUIET, figureVersion: 2 });
    await pass(5000);
    expect(watch.reread).toHaveBeenCalledTimes(1);
    rerender({ watch, version: 2 });
    await pass(20_000);
    expect(watch.reread).toHaveBeenCalledTimes(1);
  });

  it('checks sooner right after the page becomes visible, to show the effect of a change', async () => {
    const watch = makeWatch();
    begin(watch, 1);
    await pass(500);
    watch.check.mockResolvedValue({ ...QUIET, figureVersion: 2 });
    await pass(600);
    expect(watch.reread).toHaveBeenCalledTimes(1);
    await pass(10_000);
    setHidden(true);
    setHidden(false);
    await pass(0);
    const { length } = watch.check.mock.calls;
    await pass(1100);
    expect(watch.check).toHaveBeenCalledTimes(length + 1);
  });

  it('pauses while the page is hidden and checks at once when it is visible', async () => {
    const watch = makeWatch();
    begin(watch, 1);
    await pass(100);
    setHidden(true);
    await pass(60_000);
    expect(watch.check).toHaveBeenCalledTimes(1);
    setHidden(false);
    await pass(100);
    expect(watch.check).toHaveBeenCalledTimes(2);
  });

  it('keeps the data and retries after a failed check or reread', async () => {
    const watch = makeWatch();
    watch.check.mockRejectedValueOnce(new Error('away')).mockResolvedValue({ ...QUIET, figureVersion: 2 });
    watch.reread.mockRejectedValueOnce(new Error('away'));
    begin(watch, 1);
    await pass(11_000);
    expect([watch.check.mock.calls.length, watch.reread.mock.calls.length]).toEqual([3, 2]);
  });

  it('stops after a permission error until the page becomes visible again', async () => {
    const watch = makeWatch();
    watch.check.mockRejectedValue(
      new CombinedGraphQLErrors({ errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] }),
    );
    begin(watch, 1);
    await pass(60_000);
    expect(watch.check).toHaveBeenCalledTimes(1);
    setHidden(false);
    await pass(100);
    expect(watch.check).toHaveBeenCalledTimes(2);
  });

  it('does not check without data', async () => {
    const watch = makeWatch();
    const { rerender } = begin(undefined, undefined);
    await pass(11_000);
    rerender({ watch, version: 1 });
    await pass(4500);
    expect(watch.check).toHaveBeenCalledTimes(1);
  });

  it('ignores answers to another query and answers before data is loaded', async () => {
    const first = makeWatch('a');
    const second = makeWatch('b');
    let answer = (_: Awaited<ReturnType<Watch['check']>>): void => undefined;
    first.check.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const { rerender } = begin(first, 1);
    await pass(100);
    rerender({ watch: second, version: 7 });
    answer({ ...QUIET, figureVersion: 2 });
    await pass(100);
    rerender({ watch: second, version: undefined });
    await pass(1500);
    expect([
      first.reread.mock.calls.length,
      second.check.mock.calls.length,
      second.reread.mock.calls.length,
    ]).toEqual([0, 1, 0]);
  });

  it('returns the backlog and checks less often while there is one', async () => {
    const watch = makeWatch();
    const computing = { visitors: 9000, days: 3, secondsLeft: 120 };
    watch.check.mockResolvedValue({ ...QUIET, computing });
    const { result } = begin(watch, 1);
    await pass(14_000);
    expect(result.current).toEqual(computing);
    expect(watch.check).toHaveBeenCalledTimes(1);
    watch.check.mockResolvedValue(QUIET);
    await pass(2000);
    expect(result.current).toBeNull();
  });
});
