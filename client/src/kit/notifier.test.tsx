import { act, render, screen } from '@testing-library/react';
import { hideNotice, NOTIFY_TIMEOUT_MS, notify, showNotice, Snackbar, SNACKBAR_TIMEOUT_MS } from './notifier';

beforeEach(() => {
  jest.useFakeTimers();
  render(<Snackbar />);
});
afterEach(() => {
  act(hideNotice);
  jest.useRealTimers();
});

const pass = (ms: number): void => act(() => void jest.advanceTimersByTime(ms));

describe('snackbar', () => {
  // rule: screens-28, limits-05
  it("closes after five seconds, the helper's after three", () => {
    act(() => showNotice({ type: 'INFO', text: 'long' }));
    pass(SNACKBAR_TIMEOUT_MS - 1);
    expect(screen.getByText('long')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('long')).not.toBeInTheDocument();
    act(() => notify('SUCCESS', 'short'));
    pass(NOTIFY_TIMEOUT_MS);
    expect(screen.queryByText('short')).not.toBeInTheDocument();
  });

  // rule: screens-29
  it('stays until clicked with a negative timeout', () => {
    act(() => showNotice({ type: 'WARNING', text: 'stay', timeout: -1 }));
    pass(60_000);
    act(() => screen.getByText('stay').click());
    expect(screen.queryByText('stay')).not.toBeInTheDocument();
  });

  it('interrupts for errors only', () => {
    act(() => showNotice({ type: 'ERROR', text: 'bad' }));
    expect(screen.getByRole('alert')).toHaveTextContent('bad');
    act(() => showNotice({ type: 'SUCCESS', text: 'good' }));
    expect(screen.getByRole('status')).toHaveTextContent('good');
  });
});
