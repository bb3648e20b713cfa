import {
  arrivalsOf,
  purchaseOf,
  nextStep,
  type Click,
  startOf,
  markedLink,
  newMark,
  readMark,
  searchStart,
} from './arrivals';

type Story = Parameters<typeof arrivalsOf>[1];
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const click = {
  id: 'i1',
  visitorId: 'v',
  createdAt: at(10),
  adId: 1,
  ad: { label: 'A' },
  lpoTitle: null,
  excludedReason: null,
} as Click;
const empty = { access: null, conversion: null, result: null };
const view = (seconds: number, id = `p${seconds}`) => ({
  ...empty,
  kind: 'view',
  time: at(seconds),
  access: { id, accessUrl: 'https://shop.example/', title: null, excludedReason: null },
});
const cv = (seconds: number, cvType: number, excludedReason: string | null = null) => ({
  ...empty,
  kind: 'conversion',
  time: at(seconds),
  conversion: {
    id: `c${seconds}`,
    eventId: `c${seconds}`,
    cvSettingId: 1,
    cvSetting: null,
    cvType,
    cvTime: at(seconds),
    amount: 2980,
    repeat: false,
    excludedReason,
  },
});
const result = (seconds: number, createdSecond: number) => ({
  ...empty,
  kind: 'result',
  time: at(seconds),
  result: {
    id: 'r',
    ad: null,
    asp: null,
    approvalStatus: 0,
    createdAt: at(createdSecond),
    notifications: [
      { id: 'n', state: 'pending', attempts: 0, createdAt: at(createdSecond), executedAt: null },
    ],
  },
});
const kinds = (story: unknown[]) => arrivalsOf(click, story as Story).map(({ kind }) => kind);
const step = (story: unknown[], clicked: Click | undefined = click) => {
  const arrivals = arrivalsOf(clicked, story as Story);
  return nextStep(arrivals, purchaseOf(arrivals));
};

describe('arrivals of a walkthrough', () => {
  it('starts with the click and excludes earlier visits', () => {
    expect(kinds([cv(9, 1), view(5)])).toEqual(['click']);
    expect(arrivalsOf(undefined, [view(20)] as unknown as Story)).toEqual([]);
  });

  it('sorts chronologically; results and postbacks by creation time', () => {
    expect(kinds([result(30, 32), cv(30, 1), view(30), view(20), view(11)])).toEqual([
      'click',
      'landing',
      'view',
      'view',
      'conversion',
      'result',
      'postback',
    ]);
  });

  it('advances step by step', () => {
    expect(nextStep([], undefined)).toBe('click');
    expect(step([])).toBe('land');
    expect(step([view(11)])).toBe('look');
    expect(step([view(20), view(11)])).toBe('buy');
    expect(step([cv(21, 0), view(20), view(11)])).toBe('buy');
    expect(step([cv(30, 1, 'bot'), view(20), view(11)])).toBe('buy');
    expect(step([cv(30, 1), view(20), view(11)])).toBe('credit');
  });
});

describe('walkthrough mark', () => {
  it('contains the start time and is unique', () => {
    const now = Date.UTC(2026, 10, 22, 7);
    const mark = newMark(now);
    expect(startOf(mark)).toBe(now);
    expect(searchStart(mark)).toBe('2026-11-21T07:00:00.000Z');
    expect(readMark(mark)).toBe(mark);
    expect(newMark(now)).not.toBe(mark);
  });

  it.each([null, '', 'abc', 'mi3x0c00-xyz', `${newMark()}&a_vid=1`])('rejects %p', (text) => {
    expect(readMark(text)).toBeNull();
  });

  it("is added to the link's existing parameters", () => {
    expect(markedLink('https://t.example/r/abc?x=1', 'm')).toBe('https://t.example/r/abc?x=1&walk=m');
  });
});
