import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { asError, errorCode, messageOf } from './errors';

const thrownBy = (work: () => unknown): unknown => {
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
  ])('keeps %s as it is', (_, thrown, message) => {
    expect(asError(thrown)).toBe(thrown);
    expect(messageOf(thrown)).toBe(message);
  });

  it.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ])('wraps %p in an error', (thrown, message) => {
    expect(asError(thrown)).toBeInstanceOf(Error);
    expect(messageOf(thrown)).toBe(message);
  });

  it("returns Node's error code, and undefined for other values", () => {
    expect(errorCode(thrownBy(() => readFileSync('/nowhere/at/all')))).toBe('ENOENT');
    expect([new Error('plain'), { code: 7 }, 'ENOENT', null].map(errorCode)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
