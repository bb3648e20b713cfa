import { seeded } from '../testing/random';
import { compareEvents, compareIds, inEventOrder } from './index';

describe('ids compare byte for byte', () => {
  it.each([
    ['a', 'b'],
    ['A', 'a'],
    ['a', 'aa'],
    ['10', '9'],
    ['は', 'ぱ'],
    ['z', 'は'],
    // U+FF5E sorts before U+1F600, although its UTF-16 unit is above the surrogates.
    ['\uFF5E', '\u{1F600}'],
    ['\u{1F600}', '\u{1F601}'],
    ['\uE000', '\u{10000}'],
    ['', 'a'],
  ])('%j before %j', (a, b) => {
    expect(compareIds(a, b)).toBeLessThan(0);
    expect(compareIds(b, a)).toBeGreaterThan(0);
  });

  it('agrees with UTF-8 byte order', () => {
    const random = seeded(1);
    const alphabet = [
      'a',
      'Z',
      '0',
      '\u007f',
      '\u0080',
      'é',
      '\u07ff',
      '\u0800',
      'は',
      '\uD7FF',
      '\uE000',
      '\uFFFD',
      '\u{10000}',
      '\u{1F600}',
    ];
    const id = (): string =>
      Array.from({ length: random.below(4) }, () => alphabet[random.below(alphabet.length)]).join('');
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [id(), id()];
      expect(Math.sign(compareIds(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }
  });
});

it('events are ordered by time, then by id', () => {
  const events = [
    { id: 'b', time: 2 },
    { id: 'c', time: 1 },
    { id: 'a', time: 2 },
  ];
  expect(inEventOrder(events).map((event) => event.id)).toEqual(['c', 'a', 'b']);
  expect(compareEvents(events[0]!, events[0]!)).toBe(0);
});
