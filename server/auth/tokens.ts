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

/** Most tokens that are remembered: each page sends its own with every question. */
const REMEMBERED = 500;

/** What a token says whose signature is right, and between which seconds it holds. */
interface Verified {
  readonly claims: AccessClaims;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Makes and reads access tokens with the installation's secret. */
export class AccessTokens {
  private readonly key: Uint8Array;
  /** By the whole text, so that nothing but the very same token is found. The oldest make room. */
  private readonly remembered = new Map<string, Verified>();

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
    const verified = this.remembered.get(token) ?? (await this.verify(token));
    const now = Math.floor(this.now() / 1000);
    return verified && verified.issuedAt <= now + SKEW_SECONDS && verified.expiresAt > now
      ? verified.claims
      : null;
  }

  private async verify(token: string): Promise<Verified | null> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        issuer: ISSUER,
        audience: AUDIENCE,
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(this.now()),
      });
      const userId = Number(payload.sub);
      if (!Number.isSafeInteger(userId) || typeof payload.fam !== 'string') return null;
      const verified = {
        claims: { userId, family: payload.fam },
        issuedAt: Number(payload.iat),
        expiresAt: Number(payload.exp),
      };
      const [oldest] = this.remembered.keys();
      if (oldest !== undefined && this.remembered.size >= REMEMBERED) this.remembered.delete(oldest);
      this.remembered.set(token, verified);
      return verified;
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
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url');
