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

describe('what was thrown', () => {
  it.each([
    ['an error', new RangeError('too far'), 'too far'],
    // Not an instance of our Error, as those of Node in a test.
    ['an error of another realm', runInNewContext('new Error("elsewhere")'), 'elsewhere'],
  ])('is itself when it is %s', (_, thrown, message) => {
    expect(asError(thrown)).toBe(thrown);
    expect(messageOf(thrown)).toBe(message);
  });

  it.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ])('becomes an error when it is %p', (thrown, message) => {
    expect(asError(thrown)).toBeInstanceOf(Error);
    expect(messageOf(thrown)).toBe(message);
  });

  it('has the code that Node gave it, and none otherwise', () => {
    expect(errorCode(thrownBy(() => readFileSync('/nowhere/at/all')))).toBe('ENOENT');
    expect([new Error('plain'), { code: 7 }, 'ENOENT', null].map(errorCode)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
