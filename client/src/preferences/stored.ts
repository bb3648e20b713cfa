import { isRecord } from '../../../shared/records';

/** Life of an entry unless stated otherwise: 30 days. */
export const DEFAULT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

const PREFIX = 'ic_';

/** What one kind of entry is. */
export interface StoredDefinition<T> {
  /** Name after the prefix `ic_`, or `ic_{userId}_` for what belongs to one user. */
  name: string;
  /** Raised when the shape of T changes. */
  version: number;
  /** Milliseconds until the entry expires; 30 days by default. */
  life?: number;
  /** Whether reading it starts its life anew. */
  sliding?: boolean;
  /** Turns data of an older version into T; undefined drops it. Without it older data is dropped. */
  migrate?: (data: unknown, fromVersion: number) => T | undefined;
  /** Where it is kept; local storage unless stated otherwise. */
  storage?: () => Storage;
  /** Characters beyond which it is not kept. */
  most?: number;
  /** Clock for tests. */
  now?: () => number;
}

/** A named place in the browser's storage. */
export interface Stored<T> {
  /** The value, or undefined when there is none, it has expired (then it is removed) or can't be read. */
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

/** Storage may be full, or forbidden by the browser: preferences are then forgotten, never an error. */
function attempt<R>(action: () => R): R | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/**
 * Defines an entry of the browser's storage that expires and knows its version.
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
    most = Infinity,
    now = Date.now,
  } = definition;
  const key = (userId?: number): string =>
    userId === undefined ? `${PREFIX}${name}` : `${PREFIX}${userId}_${name}`;

  const stored: Stored<T> = {
    key,
    write(value, userId) {
      const envelope: Envelope = { version, expires: now() + life, data: value };
      const text = JSON.stringify(envelope);
      if (text.length <= most) attempt(() => storage().setItem(key(userId), text));
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
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what was written under this name and version is a T
      const data = envelope.data as T;
      if (sliding) stored.write(data, userId);
      return data;
    },
  };
  return stored;
}
