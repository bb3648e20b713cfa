import { isRecord } from '../../../shared/records';

/** Default lifetime of an entry: 30 days. */
export const DEFAULT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

const PREFIX = 'ic_';

/** Definition of a kind of entry. */
export interface StoredDefinition<T> {
  /** Name after the prefix `ic_`, or `ic_{userId}_` for entries of one user. */
  name: string;
  /** Incremented when the shape of T changes. */
  version: number;
  /** Milliseconds until the entry expires; 30 days by default. */
  life?: number;
  /** Whether reading the entry restarts its lifetime. */
  sliding?: boolean;
  /**
   * Converts data of an older version to T; undefined drops it. Without this function, older data is
   * dropped.
   */
  migrate?: (data: unknown, fromVersion: number) => T | undefined;
  /** Storage of the entry; local storage by default. */
  storage?: () => Storage;
  /** Maximum length in characters; longer entries are not stored. */
  maxLength?: number;
  /** Clock for tests. */
  now?: () => number;
}

/** Entry in the browser's storage. */
export interface Stored<T> {
  /** Returns the value; undefined if it is missing, unreadable or expired. Removes an expired entry. */
  read(userId?: number): T | undefined;
  write(value: T, userId?: number): void;
  remove(userId?: number): void;
  key(userId?: number): string;
}

interface Envelope {
  version: number;
  expires: number;
  data: unknown;
}

const isEnvelope = (value: unknown): value is Envelope =>
  isRecord(value) && typeof value.version === 'number' && typeof value.expires === 'number';

/** Storage may be full or blocked by the browser. Preferences are then lost, but never cause an error. */
function attempt<R>(action: () => R): R | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/**
 * Defines a versioned entry of the browser's storage that expires.
 * @example const columns = defineStored<string[]>({ name: 'columns', version: 1 });
 */
export function defineStored<T>(definition: StoredDefinition<T>): Stored<T> {
  const {
    name,
    version,
    life = DEFAULT_LIFE_MS,
    sliding = false,
    migrate,
    storage = () => localStorage,
    maxLength = Infinity,
    now = Date.now,
  } = definition;
  const key = (userId?: number): string =>
    userId === undefined ? `${PREFIX}${name}` : `${PREFIX}${userId}_${name}`;

  const stored: Stored<T> = {
    key,
    write(value, userId) {
      const envelope: Envelope = { version, expires: now() + life, data: value };
      const text = JSON.stringify(envelope);
      if (text.length <= maxLength) attempt(() => storage().setItem(key(userId), text));
    },
    remove(userId) {
      attempt(() => storage().removeItem(key(userId)));
    },
    read(userId) {
      const text = attempt(() => storage().getItem(key(userId)));
      if (text == null) return undefined;
      const envelope = attempt((): unknown => JSON.parse(text));
      if (!isEnvelope(envelope) || envelope.expires <= now()) {
        stored.remove(userId);
        return undefined;
      }
      if (envelope.version !== version) {
        const migrated = migrate?.(envelope.data, envelope.version);
        if (migrated === undefined) stored.remove(userId);
        else stored.write(migrated, userId);
        return migrated;
      }
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- entries of this name and version contain a T
      const data = envelope.data as T;
      if (sliding) stored.write(data, userId);
      return data;
    },
  };
  return stored;
}
