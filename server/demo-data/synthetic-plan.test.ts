import { dayOf } from '../../shared/domain/calendar';
import { historyRange } from './synthetic-plan';

const NOON = Date.parse('2026-11-20T12:00:00+09:00');
const days = ({ from, to }: { from: number; to: number }): [number, number] => [dayOf(from), dayOf(to - 1)];

it.each([
  ['twelve months end yesterday', 12, undefined, [20251120, 20261119]],
  ['one month', 1, undefined, [20261020, 20261119]],
  ['a given last day', 12, 20261231, [20260101, 20261231]],
  ['a month that is shorter', 1, 20260331, [20260301, 20260331]],
  ['whole months stay whole, leap year or not', 12, 20290228, [20280301, 20290228]],
  ['a month back from the 30th', 1, 20260330, [20260301, 20260330]],
])('%s', (_what, months, until, expected) => {
  expect(days(historyRange(months, NOON, until))).toEqual(expected);
});

it('uses the Tokyo day, not the UTC day', () => {
  expect(days(historyRange(1, Date.parse('2026-11-20T00:30:00+09:00')))[1]).toBe(20261119);
});
