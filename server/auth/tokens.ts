import { createHash, createHmac, randomBytes } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';

/** Seconds that an access token lives. */
const ACCESS_SECONDS = 15 * 60;

const ISSUER = 'inflow-console';
/** Tokens of another purpose, though signed with the same secret, open nothing. */
const AUDIENCE = 'api';
/** How far the clocks of two processes may differ. */
const SKEW_SECONDS = 60;

/** What an access token says. */
export interface AccessClaims {
  readonly userId: number;
  /** The session it was made for: it dies with it. */
  readonly family: string;
}

/** Makes and reads access tokens with the installation's secret. */
export class AccessTokens {
  private readonly key: Uint8Array;

  constructor(
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = new TextEncoder().encode(secret);
  }

  /** A token good for 15 minutes. */
  sign(claims: AccessClaims): Promise<string> {
    const issuedAt = Math.floor(this.now() / 1000);
    return new SignJWT({ fam: claims.family })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(String(claims.userId))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_SECONDS)
      .sign(this.key);
  }

  /** What the token says, or null when it is forged, malformed, too old, or made for something else. */
  async read(token: string): Promise<AccessClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        issuer: ISSUER,
        audience: AUDIENCE,
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(this.now()),
      });
      if (!(Number(payload.iat) <= this.now() / 1000 + SKEW_SECONDS)) return null;
      const userId = Number(payload.sub);
      return Number.isSafeInteger(userId) && typeof payload.fam === 'string' ? { userId, family: payload.fam } : null;
    } catch {
      return null;
    }
  }
}

/** An unguessable text, URL-safe. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** How a secret is kept: SHA-256, hexadecimal. Enough for secrets of 128 random bits and more. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * The refresh token that follows another: always the same one, and only for who has the token and the secret.
 * The text before it keeps it apart from whatever else the secret signs.
 */
export const successorOf = (token: string, secret: string): string => createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url');
