import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Uses of the installation's secret; each has a key of its own. */
type Purpose = 'second factor' | 'identity provider' | 'conversion sender';

const keyOf = (secret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

/**
 * Encrypts secrets of one purpose with a key derived from the installation's secret, which is not in the
 * database. Reads secrets of the previous key too.
 */
export class SealedSecrets {
  private readonly keys: readonly [Buffer, ...Buffer[]];

  constructor(
    secret: string,
    previousSecret?: string,
    private readonly purpose: Purpose = 'second factor',
  ) {
    this.keys = [
      keyOf(secret, purpose),
      ...(previousSecret === undefined ? [] : [keyOf(previousSecret, purpose)]),
    ];
  }

  /** Encrypts the secret of a row, named by its user or company. The result is of no use in another row. */
  seal(ownerId: number, text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keys[0], iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(String(ownerId)));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /**
   * Decrypts the secret of a row.
   * @throws Error if no key fits
   */
  open(ownerId: number, sealed: string): string {
    for (const key of this.keys) {
      const text = openWith(key, ownerId, Buffer.from(sealed, 'base64url'));
      if (text !== null) return text;
    }
    throw new Error(
      `JWT_SECRET does not decrypt the ${this.purpose}; see "Second factor" in docs/howto/operate.md`,
    );
  }
}

/** Decrypts with one key. Returns null if it is the wrong one. */
function openWith(key: Buffer, ownerId: number, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(String(ownerId)));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const encrypted = sealed.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
