import type { AnySchema, Message } from 'yup';
import type { Enumeration } from '../../catalog';
import type { MessageKey } from '../../i18n/messages';
import { isRecord } from '../../records';

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
  | 'number'
  | 'measures'
  | 'emails'
  | 'language'
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
export type RuleMessage = {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
};

/** One field of an entity: the same object validates the form and the mutation. */
export interface Field<T = unknown> {
  readonly kind: FieldKind;
  /** Normalises (full-width digits, blanks) and judges a value. */
  readonly rule: AnySchema;
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
export type Fields = Readonly<Record<string, Field>>;

/** The values that validated fields have. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** A message of a rule; what arrives in `errors` is this object. */
export const says = (key: MessageKey, params?: RuleMessage['params']): RuleMessage & Message => ({
  key,
  ...(params && { params }),
});

/** Whether what yup answers is a message of ours. */
export const isRuleMessage = (message: unknown): message is RuleMessage =>
  isRecord(message) && typeof message.key === 'string';
