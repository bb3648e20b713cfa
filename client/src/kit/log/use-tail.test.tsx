import { act, render, screen } from '@testing-library/react';
import { useTail } from './use-tail';

let requestCount = 0;
let answer: () => Promise<string>;

function TailProbe({ on, question }: { on: boolean; question: string }) {
  const { page, before, state } = useTail(on, question, () => {
    requestCount += 1;
    return answer();
  });
  return <p>{[state, page ?? 'none', before ?? 'none'].join(' / ')}</p>;
}
const text = (): string => screen.getByText(/^(off|on|scrolled|failed) /).textContent ?? '';
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const dispatch = (target: EventTarget, name: string): void =>
  act(() => {
    target.dispatchEvent(new Event(name));
  });
const scrollTo = (y: number): void => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  dispatch(window, 'scroll');
};

beforeEach(() => {
  requestCount = 0;
  answer = () => Promise.resolve(`page ${requestCount}`);
  jest.useFakeTimers();
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('live updates of a log', () => {
  it('run every three seconds, one request at a time', async () => {
    render(<TailProbe on question="a" />);
    expect(text()).toBe('on / none / none');
    await pass(3000);
    expect(text()).toBe('on / page 1 / none');
    await pass(3000);
    expect(text()).toBe('on / page 2 / page 1');
    let come = (): void => undefined;
    answer = () =>
      new Promise((done) => {
        come = () => done('late');
      });
    await pass(30_000);
    expect(requestCount).toBe(3);
    come();
    await pass(0);
    expect(text()).toBe('on / late / page 2');
  });

  it('pause while the user has scrolled down or the page is hidden, and resume at once after that', async () => {
    render(<TailProbe on question="a" />);
    scrollTo(600);
    await pass(30_000);
    expect([requestCount, text()]).toEqual([0, 'scrolled / none / none']);
    scrollTo(0);
    await pass(0);
    expect([requestCount, text()]).toEqual([1, 'on / page 1 / none']);
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    dispatch(document, 'visibilitychange');
    await pass(30_000);
    expect(requestCount).toBe(1);
    hidden.mockRestore();
    dispatch(document, 'visibilitychange');
    await pass(0);
    expect(requestCount).toBe(2);
  });

  it('keep the rows after a failed request, and retry', async () => {
    answer = () => Promise.reject(new Error('away'));
    render(<TailProbe on question="a" />);
    await pass(3000);
    expect(text()).toBe('failed / none / none');
    answer = () => Promise.resolve('back');
    await pass(3000);
    expect(text()).toBe('on / back / none');
  });

  it('show nothing from another query, nor anything when they are off', async () => {
    const { rerender } = render(<TailProbe on question="a" />);
    await pass(3000);
    rerender(<TailProbe on question="b" />);
    expect(text()).toBe('on / none / none');
    rerender(<TailProbe on={false} question="b" />);
    await pass(30_000);
    expect([requestCount, text()]).toEqual([1, 'off / none / none']);
  });
});
