import { SealedSecrets } from './sealed-secrets';
import { newTotpSecret, totpStep, totpUri } from './totp';

/** `12345678901234567890` of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator app', () => {
  // The appendix lists eight digits; six are their end.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('follow RFC 6238 at %s s', (seconds, code) => {
    expect(totpStep(SECRET, code.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-60, null],
    [-30, 0],
    [0, 0],
    [30, 0],
    [60, null],
  ])('are accepted one step early or late: %s s', (seconds, found) => {
    const step = Math.floor(1_234_567_890 / 30);
    const at = (1_234_567_890 + seconds) * 1000;
    expect(totpStep(SECRET, '005924', at)).toBe(found === null ? null : step + found);
  });

  it.each(['', '00592', '0059244', 'abcdef', '９９', '٠٠٥٩٢٤'])('are six digits, unlike %j', (code) => {
    expect(totpStep(SECRET, code, 1_234_567_890_000)).toBeNull();
  });

  it('come with an address for the app', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { protocol, host, pathname, searchParams } = new URL(totpUri(secret, 'a+b@x.example'));
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Inflow Console:a+b@x.example',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Inflow Console',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('sealed secrets', () => {
  const [old, current] = ['o'.repeat(32), 'c'.repeat(32)];
  const sealed = new SealedSecrets(old).seal(7, SECRET);

  it('open with the key that sealed them, also as the previous one', () => {
    expect(new SealedSecrets(old).open(7, sealed)).toBe(SECRET);
    expect(new SealedSecrets(current, old).open(7, sealed)).toBe(SECRET);
    expect(new SealedSecrets(current).open(7, new SealedSecrets(current, old).seal(7, SECRET))).toBe(SECRET);
  });

  it('differ each time and hide the secret', () => {
    expect(new SealedSecrets(old).seal(7, SECRET)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain(SECRET);
  });

  it.each([
    ['another key', () => new SealedSecrets(current).open(7, sealed)],
    ['another user', () => new SealedSecrets(old).open(8, sealed)],
    ['a changed text', () => new SealedSecrets(old).open(7, `${sealed.slice(0, -2)}AA`)],
    ['a cut text', () => new SealedSecrets(old).open(7, sealed.slice(0, 8))],
    ['no text', () => new SealedSecrets(old).open(7, '')],
  ])('do not open with %s', (_what, open) => {
    expect(open).toThrow('JWT_SECRET');
  });
});
