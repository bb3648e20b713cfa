import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Separates this key from other uses of the installation's secret. */
const PURPOSE = 'second factor';

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));

/**
 * Encrypts the secrets of second factors with a key derived from the installation's secret, which is not in
 * the database. Reads secrets of the previous key too.
 */
export class SealedSecrets {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(secret: string, previousSecret?: string) {
    this.keys = [keyOf(secret), ...(previousSecret === undefined ? [] : [keyOf(previousSecret)])];
  }

  /** Encrypts a user's secret. The result is of no use in the row of another user. */
  seal(userId: number, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keys[0], iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(String(userId)));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /**
   * Decrypts a user's secret.
   * @throws Error if no key fits
   */
  open(userId: number, sealed: string): string {
    for (const key of this.keys) {
      const text = openWith(key, userId, Buffer.from(sealed, 'base64url'));
      if (text !== null) return text;
    }
    throw new Error(
      'JWT_SECRET does not decrypt the second factor; see "Second factor" in docs/howto/operate.md',
    );
  }
}

/** Decrypts with one key. Returns null if it is the wrong one. */
function openWith(key: Buffer, userId: number, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(String(userId)));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const encrypted = sealed.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
