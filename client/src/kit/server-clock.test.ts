import { compareClock, onClockChange, serverNow } from './server-clock';
import { tokyoToday } from './tokyo-date';

const SERVER = Date.parse('2026-05-31T14:00:00Z');
const HOUR = 3_600_000;
const date = new Date(SERVER).toUTCString();

describe('a console PC’s clock', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: SERVER });
    compareClock(date);
  });
  afterEach(() => jest.useRealTimers());

  it.each([
    // PC ahead by hours, Tokyo's day by the server
    [0, 20260531],
    [2, 20260531],
    [24 * 40, 20260531],
    [-30, 20260531],
  ])('that is %i h ahead chooses no other day', (hours, day) => {
    jest.setSystemTime(SERVER + hours * HOUR);
    compareClock(date);
    expect(tokyoToday()).toBe(day);
  });

  it('counts as right within a minute', () => {
    jest.setSystemTime(SERVER + 50_000);
    compareClock(date);
    expect(serverNow()).toBe(SERVER + 50_000);
  });

  it.each([null, '', 'yesterday'])('is believed without a server time: %j', (text) => {
    jest.setSystemTime(SERVER + HOUR);
    compareClock(text);
    expect(serverNow()).toBe(SERVER + HOUR);
  });

  it('tells open pages that it is wrong, once', () => {
    const changed = jest.fn();
    const stop = onClockChange(changed);
    jest.setSystemTime(SERVER + HOUR);
    compareClock(date);
    compareClock(date);
    expect(changed).toHaveBeenCalledTimes(1);
    stop();
  });
});
