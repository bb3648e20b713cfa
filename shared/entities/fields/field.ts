import type { AnySchema } from 'yup';
import type { Enumeration } from '../../catalog';
import type { MessageKey } from '../../i18n/messages';

/** How a field is shown and edited. */
export type FieldKind =
  | 'text'
  | 'long_text'
  | 'template'
  | 'email'
  | 'phone'
  | 'url'
  | 'domain'
  | 'ip_list'
  | 'password'
  | 'integer'
  | 'money'
  | 'choice'
  | 'flag'
  | 'ref'
  | 'refs'
  | 'day'
  | 'keys'
  | 'list';

/** What an id points to; also the name of its selection list. */
export type RefKind =
  | 'product'
  | 'agency'
  | 'asp'
  | 'ad'
  | 'adCategory'
  | 'adType1'
  | 'adType2'
  | 'adType3'
  | 'cvSetting'
  | 'redirect';

/** A message that a rule answers; the reader's language words it. */
export interface RuleMessage {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** One field of an entity: the same object validates the form and the mutation. */
export interface Field<T = unknown> {
  readonly kind: FieldKind;
  /** Normalises (full-width digits, blanks) and judges a value. */
  readonly rule: AnySchema<T>;
  readonly required: boolean;
  /** What stands where nothing is given. */
  readonly absent: T | null;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly enumeration?: Enumeration | undefined;
  readonly refers?: RefKind;
  /** Fields of each entry of a list. */
  readonly entry?: Fields;
}

/** The writable fields of an entity by their camelCase names. */
export type Fields = Readonly<Record<string, Field<never> | Field>>;

/** The values that validated fields have. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** yup takes objects as messages but does not say so; what arrives in `errors` is this object. */
export const says = (key: MessageKey, params?: RuleMessage['params']): string =>
  ({ key, ...(params && { params }) }) as unknown as string;
