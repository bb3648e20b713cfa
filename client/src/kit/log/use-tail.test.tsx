import { act, render, screen } from '@testing-library/react';
import { useTail } from './use-tail';

let asked = 0;
let answer: () => Promise<string>;

function Shown({ on, question }: { on: boolean; question: string }) {
  const { page, before, state } = useTail(on, question, () => {
    asked += 1;
    return answer();
  });
  return <p>{[state, page ?? 'none', before ?? 'none'].join(' / ')}</p>;
}
const text = (): string => screen.getByText(/^(off|on|scrolled|failed) /).textContent ?? '';
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const tell = (target: EventTarget, name: string): void =>
  act(() => {
    target.dispatchEvent(new Event(name));
  });
const scrollTo = (y: number): void => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  tell(window, 'scroll');
};

beforeEach(() => {
  asked = 0;
  answer = () => Promise.resolve(`page ${asked}`);
  jest.useFakeTimers();
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('live updates of a log', () => {
  it('run every three seconds, one request at a time', async () => {
    render(<Shown on question="a" />);
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
    expect(asked).toBe(3);
    come();
    await pass(0);
    expect(text()).toBe('on / late / page 2');
  });

  it('pause while the user has scrolled down or the page is hidden, and resume at once after that', async () => {
    render(<Shown on question="a" />);
    scrollTo(600);
    await pass(30_000);
    expect([asked, text()]).toEqual([0, 'scrolled / none / none']);
    scrollTo(0);
    await pass(0);
    expect([asked, text()]).toEqual([1, 'on / page 1 / none']);
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    tell(document, 'visibilitychange');
    await pass(30_000);
    expect(asked).toBe(1);
    hidden.mockRestore();
    tell(document, 'visibilitychange');
    await pass(0);
    expect(asked).toBe(2);
  });

  it('keep the rows after a failed request, and retry', async () => {
    answer = () => Promise.reject(new Error('away'));
    render(<Shown on question="a" />);
    await pass(3000);
    expect(text()).toBe('failed / none / none');
    answer = () => Promise.resolve('back');
    await pass(3000);
    expect(text()).toBe('on / back / none');
  });

  it('show nothing from another query, nor anything when they are off', async () => {
    const { rerender } = render(<Shown on question="a" />);
    await pass(3000);
    rerender(<Shown on question="b" />);
    expect(text()).toBe('on / none / none');
    rerender(<Shown on={false} question="b" />);
    await pass(30_000);
    expect([asked, text()]).toEqual([1, 'off / none / none']);
  });
});
