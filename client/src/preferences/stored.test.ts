import { DEFAULT_LIFE_MS, defineStored } from './stored';

const NOON = Date.UTC(2026, 0, 1, 12);

describe('stored entries', () => {
  // rule: limits-12
  it('have the prefix, and the user id if they belong to one', () => {
    const stored = defineStored<string>({ name: 'x', version: 1 });
    expect(stored.key()).toBe('ic_x');
    expect(stored.key(7)).toBe('ic_7_x');
    stored.write('own', 7);
    expect(stored.read()).toBeUndefined();
    expect(stored.read(7)).toBe('own');
  });

  // rule: states-13
  it('expire after 30 days and are removed when read', () => {
    let time = NOON;
    const stored = defineStored<number>({ name: 'x', version: 1, now: () => time });
    stored.write(5);
    time = NOON + DEFAULT_LIFE_MS - 1;
    expect(stored.read()).toBe(5);
    time = NOON + DEFAULT_LIFE_MS;
    expect(stored.read()).toBeUndefined();
    expect(localStorage.getItem('ic_x')).toBeNull();
  });

  it('use the given storage, unless they are too long', () => {
    const stored = defineStored<string>({
      name: 'x',
      version: 1,
      storage: () => sessionStorage,
      maxLength: 60,
    });
    stored.write('short');
    expect(stored.read()).toBe('short');
    expect(localStorage.getItem('ic_x')).toBeNull();
    stored.write('long'.repeat(20));
    expect(stored.read()).toBe('short');
    stored.remove();
    expect(sessionStorage.getItem('ic_x')).toBeNull();
  });

  // rule: states-14
  it('are extended by each read when they slide', () => {
    let time = NOON;
    const stored = defineStored<number>({ name: 'x', version: 1, sliding: true, now: () => time });
    stored.write(5);
    time += DEFAULT_LIFE_MS - 1;
    expect(stored.read()).toBe(5);
    time += DEFAULT_LIFE_MS - 1;
    expect(stored.read()).toBe(5);
  });

  // rule: states-15
  it('are migrated from an older version, or dropped', () => {
    defineStored<string>({ name: 'x', version: 1 }).write('a,b');
    const next = defineStored<string[]>({
      name: 'x',
      version: 2,
      migrate: (data, from) => (from === 1 && typeof data === 'string' ? data.split(',') : undefined),
    });
    expect(next.read()).toEqual(['a', 'b']);
    expect(next.read()).toEqual(['a', 'b']);
    expect(defineStored<number>({ name: 'x', version: 3 }).read()).toBeUndefined();
    expect(localStorage.getItem('ic_x')).toBeNull();
  });

  it.each(['', '{', '"text"', '{"version":1}', 'null'])('are ignored if they contain %j', (text) => {
    localStorage.setItem('ic_x', text);
    expect(defineStored({ name: 'x', version: 1 }).read()).toBeUndefined();
  });

  it('are dropped without an error when storage is full', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => defineStored({ name: 'x', version: 1 }).write(1)).not.toThrow();
    full.mockRestore();
  });
});
