import { createHash, createHmac } from 'node:crypto';
import { customerCodes } from './customer-code';

describe('customer codes', () => {
  const code = customerCodes('a secret of the installation, long');

  it('gives the same short code to the same customer of a product', () => {
    expect(code(1, 'customer0')).toBe(code(1, 'customer0'));
    expect(code(1, 'customer0')).toMatch(/^c[0-9a-f]{12}$/);
    expect(customerCodes('a secret of the installation, long')(1, 'customer0')).toBe(code(1, 'customer0'));
  });

  it('gives another code to another customer, product or installation', () => {
    const codes = [
      code(1, 'customer0'),
      code(1, 'customer1'),
      code(2, 'customer0'),
      code(12, '3'),
      code(1, '23'),
      customerCodes('another secret of another one')(1, 'customer0'),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('cannot be computed from a guessed id', () => {
    const guesses = ['customer0', '1 customer0', '1:customer0'].flatMap((text) => [
      createHash('sha256').update(text).digest('hex'),
      createHmac('sha256', '').update(text).digest('hex'),
      createHmac('sha256', 'customer code').update(text).digest('hex'),
    ]);
    expect(guesses.filter((guess) => guess.startsWith(code(1, 'customer0').slice(1)))).toEqual([]);
  });
});
