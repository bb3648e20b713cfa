import { salesParts } from './explanation';

const of = (...shares: number[]) => shares.map((share) => ({ share }));

describe('sales of a conversion by contact', () => {
  it.each([
    [6262, of(0.25, 0.25, 0.25, 0.25), [1566, 1566, 1565, 1565]],
    [1000, of(1 / 3, 1 / 3, 1 / 3), [334, 333, 333]],
    [4632, of(1), [4632]],
    [0, of(0.5, 0.5), [0, 0]],
    [4632, [], []],
  ])('splits %p as %p', (amount, contacts, parts) => expect(salesParts(contacts, amount)).toEqual(parts));
});
