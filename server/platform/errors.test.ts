import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { asError, errorCode, messageOf } from './errors';

const catchError = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('asError and errorCode', () => {
  it.each([
    ['an error', new RangeError('too far'), 'too far'],
    // Not an instance of this realm's Error, like Node's own errors in a Jest test.
    ['an error of another realm', runInNewContext('new Error("elsewhere")'), 'elsewhere'],
  ])('keeps %s as it is', (_, value, message) => {
    expect(asError(value)).toBe(value);
    expect(messageOf(value)).toBe(message);
  });

  it.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ])('wraps %p in an error', (value, message) => {
    expect(asError(value)).toBeInstanceOf(Error);
    expect(messageOf(value)).toBe(message);
  });

  it("returns Node's error code, and undefined for other values", () => {
    expect(errorCode(catchError(() => readFileSync('/nowhere/at/all')))).toBe('ENOENT');
    expect([new Error('plain'), { code: 7 }, 'ENOENT', null].map(errorCode)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
