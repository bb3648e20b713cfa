import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows at a time in epoch milliseconds. */
export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
