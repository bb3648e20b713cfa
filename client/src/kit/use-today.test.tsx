import { act, renderHook } from '@testing-library/react';
import { useToday } from './use-today';

describe('today', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-22T23:59:00+09:00') }));
  afterEach(() => jest.useRealTimers());

  it('changes at every midnight in Tokyo', () => {
    const { result } = renderHook(useToday);
    expect(result.current).toBe(20261122);
    act(() => void jest.advanceTimersByTime(59_999));
    expect(result.current).toBe(20261122);
    act(() => void jest.advanceTimersByTime(1));
    expect(result.current).toBe(20261123);
    act(() => void jest.advanceTimersByTime(24 * 3_600_000));
    expect(result.current).toBe(20261124);
  });

  it('is correct again as soon as a sleeping page becomes visible', () => {
    const { result } = renderHook(useToday);
    jest.setSystemTime(Date.parse('2026-11-25T09:00:00+09:00'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe(20261125);
  });
});
