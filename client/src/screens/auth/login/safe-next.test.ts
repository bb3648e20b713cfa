import { safeNext } from './safe-next';

describe('page after sign-in', () => {
  it.each(['/explorer', '/analyze/attribution?product_id=2&model=1', '/dashboard#top'])(
    'accepts %s',
    (path) => {
      expect(safeNext(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\tevil',
    '/a\r\nSet-Cookie: x=1',
    '/login?next=/x',
    'dashboard',
  ])('rejects %j', (path) => {
    expect(safeNext(path)).toBeUndefined();
  });
});
