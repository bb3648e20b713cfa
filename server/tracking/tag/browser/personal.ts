import { normaliseEmail, normalisePhone } from '../../../../shared/domain/personal';
import { allowed } from './guard';

/** Digests of personal data; pages may give them instead of the texts. */
interface Digests {
  hashed_email?: string | undefined;
  hashed_phone?: string | undefined;
  hashed_phone_digits?: string | undefined;
}

/** Personal data of a conversion: a page gives the texts, events carry their digests only. */
export interface PersonalData extends Digests {
  email?: unknown;
  phone?: unknown;
}

const digest = (text: string | undefined | null): Promise<string | undefined> =>
  text
    ? crypto.subtle
        .digest('SHA-256', new TextEncoder().encode(text))
        .then((bytes) => [...new Uint8Array(bytes)].map((b) => (b + 256).toString(16).slice(1)).join(''))
    : Promise.resolve(undefined);

/**
 * Calls back with the digests of the texts, and replaces the texts by them: other tags of the page read the same
 * object. A browser hashes on secure pages only; on others the texts are dropped.
 */
export function hashPersonal(data: PersonalData, done: (digests: Digests) => void): void {
  const { email, phone } = data;
  const finish = ([hashed_email, hashed_phone, hashed_phone_digits]: (string | undefined)[]): void => {
    const digests = { hashed_email, hashed_phone, hashed_phone_digits };
    allowed(() => {
      delete data.email;
      delete data.phone;
      Object.assign(data, digests);
    });
    done(digests);
  };
  const number = normalisePhone(phone);
  const hashing =
    email || phone
      ? allowed(() => Promise.all([normaliseEmail(email), number, number && number.slice(1)].map(digest)))
      : null;
  if (hashing) hashing.catch(() => []).then(finish);
  else finish([data.hashed_email, data.hashed_phone, data.hashed_phone_digits]);
}
