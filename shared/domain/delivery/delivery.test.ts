import { chooseVariant } from './index';

const variants = [
  { id: 11, rate: 50 },
  { id: 12, rate: 0 },
  { id: 13, rate: 30 },
  { id: 14, rate: 20 },
];

describe('the landing page of a click', () => {
  it.each([
    [0, 11],
    [0.4999, 11],
    [0.5, 13],
    [0.7999, 13],
    [0.8, 14],
    [0.9999999, 14],
  ])('random %d gives variant %i', (random, id) => {
    expect(chooseVariant(variants, random)?.id).toBe(id);
  });

  it('keeps the variant of a returning visitor while it exists, even at rate 0', () => {
    expect(chooseVariant(variants, 0.9, 11)?.id).toBe(11);
    expect(chooseVariant(variants, 0.9, 12)?.id).toBe(12);
    expect(chooseVariant(variants, 0.9, 99)?.id).toBe(14);
  });

  it('follows the rates over many draws', () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 1000; i++) {
      const id = chooseVariant(variants, i / 1000)?.id ?? 0;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ 11: 500, 13: 300, 14: 200 });
  });

  it('is null without a deliverable variant', () => {
    expect(chooseVariant([], 0.5)).toBeNull();
    expect(chooseVariant([{ id: 1, rate: 0 }], 0.5)).toBeNull();
  });
});
