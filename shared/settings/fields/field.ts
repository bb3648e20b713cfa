import type { AnySchema, Message } from 'yup';
import type { Enumeration } from '../../catalog';
import type { MessageKey } from '../../i18n/messages';
import { isRecord } from '../../records';

/** Display and input kind of a field. */
export type FieldKind =
  | 'text'
  | 'long_text'
  | 'template'
  | 'email'
  | 'phone'
  | 'url'
  | 'domain'
  | 'ip_list'
  | 'text_list'
  | 'password'
  | 'integer'
  | 'money'
  | 'number'
  | 'percent'
  | 'measures'
  | 'figures'
  | 'emails'
  | 'language'
  | 'choice'
  | 'flag'
  | 'ref'
  | 'refs'
  | 'day'
  | 'month'
  | 'keys'
  | 'text_map'
  | 'list';

/** Kind of record that an id references; also the name of its selection list. */
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

/** Message of a validation rule, translated for the reader. */
export type RuleMessage = {
  readonly key: MessageKey;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
};

/** Field of an entity. Forms and mutations validate with the same object. */
export interface Field<T = unknown> {
  readonly kind: FieldKind;
  /** Normalises (full-width digits, blanks) and validates a value. */
  readonly rule: AnySchema;
  readonly required: boolean;
  /** Default for an absent value. */
  readonly absent: T | null;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly enumeration?: Enumeration | undefined;
  /** The texts that it takes; any by default. */
  readonly choices?: readonly string[];
  readonly refers?: RefKind;
  /** Fields of each list entry. */
  readonly entry?: Fields;
}

/** Writable fields of an entity by camelCase name. */
export type Fields = Readonly<Record<string, Field>>;

/** Validated values of fields. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** Creates a rule message; `errors` contains this object. */
export const ruleMessage = (key: MessageKey, params?: RuleMessage['params']): RuleMessage & Message => ({
  key,
  ...(params && { params }),
});

/** Returns whether a yup message is one of the product's. */
export const isRuleMessage = (message: unknown): message is RuleMessage =>
  isRecord(message) && typeof message.key === 'string';
