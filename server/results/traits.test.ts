import { ipTrait } from './effective-settings';

it.each([
  ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1'],
  ['2001:db8::1:0:0:1', '2001:db8:0:0:1::1'],
  ['198.51.100.7', '::ffff:198.51.100.7'],
  ['198.51.100.7', '::FFFF:c633:6407'],
])('treats %s and %s as the same address', (one, other) => {
  expect(ipTrait(other)).toBe(ipTrait(one));
});

it('distinguishes different addresses', () => {
  expect(
    new Set(['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '198.51.100.7', '198.51.100.70'].map(ipTrait))
      .size,
  ).toBe(5);
});
