import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Inflow Console';
const PERIOD_SECONDS = 30;
/** Secret length in bytes, as RFC 4226 recommends it for SHA-1. */
const SECRET_BYTES = 20;
/** Accepted time steps before and after the current one. */
const WINDOW = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Creates the secret of an authenticator app, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth://` address that authenticator apps read as a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns whether a text has the form of a code. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/** Returns the time step of a valid code, or null for a wrong one. */
export function totpStep(secret: string, code: string, now: number): number | null {
  // The library throws for other digits than ASCII.
  if (!isTotpCode(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}
