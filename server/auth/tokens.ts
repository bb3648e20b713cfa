import { createHash, createHmac, randomBytes } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';

/** Lifetime of an access token in seconds. */
const ACCESS_SECONDS = 15 * 60;

const ISSUER = 'inflow-console';
/** Rejects tokens of another purpose that are signed with the same secret. */
const AUDIENCE = 'api';
/** Tolerated clock difference between two processes. */
const SKEW_SECONDS = 60;

/** Claims of an access token. */
export interface AccessClaims {
  readonly userId: number;
  /** Session of the token. The token ends with it. */
  readonly family: string;
}

/** Maximum number of cached tokens. A page sends its token with every request. */
const MAX_CACHED = 500;

/** Claims of a token with a valid signature, and its validity in seconds. */
interface Verified {
  readonly claims: AccessClaims;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** Signs and verifies access tokens with the installation's secret. */
export class AccessTokens {
  private readonly key: Uint8Array;
  /** Keyed by the full text, so only an identical token matches. The oldest entries are evicted. */
  private readonly cache = new Map<string, Verified>();

  constructor(
    secret: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = new TextEncoder().encode(secret);
  }

  /** Signs a token valid for 15 minutes. */
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

  /** Returns the claims of a token, or null if it is forged, malformed, expired or for another purpose. */
  async read(token: string): Promise<AccessClaims | null> {
    const verified = this.cache.get(token) ?? (await this.verify(token));
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
      const [oldest] = this.cache.keys();
      if (oldest !== undefined && this.cache.size >= MAX_CACHED) this.cache.delete(oldest);
      this.cache.set(token, verified);
      return verified;
    } catch {
      return null;
    }
  }
}

/** Generates a random secret, URL-safe. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Hashes a secret for storage: SHA-256, hexadecimal. Sufficient for secrets of 128 random bits and more. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Derives the next refresh token. It is deterministic and requires both the token and the secret. The prefix
 * separates it from other uses of the secret.
 */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url');
