import { SignJWT } from 'jose';
import { AccessTokens } from './tokens';

const SECRET = 'a secret of an installation, long enough';
const CLAIMS = { userId: 7, family: 'f' };
const START = Date.UTC(2026, 0, 1);

describe('access token', () => {
  let now = START;
  const tokens = (secret = SECRET) => new AccessTokens(secret, () => now);
  beforeEach(() => (now = START));

  it('returns the same claims on each read, for fifteen minutes', async () => {
    const reader = tokens();
    const token = await reader.sign(CLAIMS);
    for (const after of [0, 1000, 899_000]) {
      now = START + after;
      expect(await reader.read(token)).toEqual(CLAIMS);
    }
    now = START + 900_000;
    expect(await reader.read(token)).toBeNull();
    // The same holds for a reader without a cache, and if the clock goes back by more than the tolerance.
    expect(await tokens().read(token)).toBeNull();
    now = START - 61_000;
    expect(await reader.read(token)).toBeNull();
  });

  it('is only accepted unmodified, also once cached', async () => {
    const reader = tokens();
    const token = await reader.sign(CLAIMS);
    expect(await reader.read(token)).toEqual(CLAIMS);
    const [head, body, signature] = token.split('.');
    const others = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body!, 'base64url').toString()), sub: '8' }),
    ).toString('base64url');
    for (const forged of [`${head}.${others}.${signature}`, `${head}.${body}.`, `${token}x`, ''])
      expect([forged, await reader.read(forged)]).toEqual([forged, null]);
    expect(await reader.read(await tokens('another secret of an installation').sign(CLAIMS))).toBeNull();
    expect(await tokens('another secret of an installation').read(token)).toBeNull();
  });

  it.each([
    ['another audience', { audience: 'files' }],
    ['another issuer', { issuer: 'other' }],
    ['a future issue time', { issuedAt: START / 1000 + 61 }],
    ['an invalid subject', { subject: 'x' }],
  ])(
    'with %s is rejected',
    async (
      _what,
      {
        audience = 'api',
        issuer = 'inflow-console',
        issuedAt = START / 1000,
        subject = '7',
      }: { audience?: string; issuer?: string; issuedAt?: number; subject?: string },
    ) => {
      const token = await new SignJWT({ fam: 'f' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(START / 1000 + 900)
        .sign(new TextEncoder().encode(SECRET));
      const reader = tokens();
      expect(await reader.read(token)).toBeNull();
      expect(await reader.read(token)).toBeNull();
    },
  );

  it('is read correctly after many others', async () => {
    const reader = tokens();
    const all: string[] = [];
    for (let userId = 1; userId <= 600; userId += 1) all.push(await reader.sign({ userId, family: 'f' }));
    for (const round of [1, 2])
      for (const [place, token] of all.entries())
        expect([round, await reader.read(token)]).toEqual([round, { userId: place + 1, family: 'f' }]);
  });
});
