import { string } from 'yup';
import { unknownPlaceholders } from '../../domain/results';
import { PASSWORD_LENGTH } from '../password-length';
import type { Field } from './field';
import { ruleMessage } from './field';
import {
  isEmail,
  isHost,
  isHttpUrl,
  isIpOrCidr,
  isPhone,
  listEntries,
  normaliseAddresses,
  normaliseHost,
  normalisePhone,
} from './formats';

type Text = string | null;
interface TextOptions {
  required?: boolean;
  max?: number;
}

/**
 * Treats blank text as absent, trims it and converts numbers to text. Removes NUL characters, which would end
 * a text in the embedded database.
 */
const trimmed = () =>
  string()
    .transform((value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').trim() || null : value,
    )
    .typeError(ruleMessage('mustBeText'))
    .nullable()
    .default(null);

type Trimmed = ReturnType<typeof trimmed>;

/**
 * Returns whether a text has at most `max` characters, counted like users, forms and MariaDB do: 😀 and 𠮷
 * are one each.
 */
const isWithin = (text: string, max: number): boolean => text.length <= max || [...text].length <= max;

function textField(
  kind: Field['kind'],
  { required = false, max = 255 }: TextOptions,
  more = (s: Trimmed) => s,
): Field<Text> {
  const rule = more(
    trimmed().test(
      'max',
      ruleMessage('maxLength', { count: max }),
      (value) => value == null || isWithin(value, max),
    ),
  );
  return {
    kind,
    rule: required ? rule.required(ruleMessage('required')) : rule,
    required,
    absent: null,
    maxLength: max,
  };
}

/** Creates a test that accepts an absent value. */
const format =
  (name: string, key: Parameters<typeof ruleMessage>[0], valid: (text: string) => boolean) => (s: Trimmed) =>
    s.test(name, ruleMessage(key), (value) => value == null || valid(value));

export const text = (options: TextOptions = {}): Field<Text> => textField('text', options);

export const longText = (options: TextOptions = {}): Field<Text> =>
  textField('long_text', { max: 10_000, ...options });

/** One email address. Full-width letters become ASCII, because mail servers reject them. */
export const email = (options: TextOptions = {}): Field<Text> =>
  textField('email', { max: 254, ...options }, (s) =>
    format(
      'email',
      'invalidEmail',
      isEmail,
    )(s.transform((value: unknown) => (typeof value === 'string' ? value.normalize('NFKC') : value))),
  );

/** Several email addresses, comma-separated. */
export const emails = (most: number): Field<Text> =>
  textField('emails', { max: 1000 }, (s) =>
    s
      .transform((value: unknown) =>
        typeof value === 'string'
          ? [
              ...new Set(
                value
                  .normalize('NFKC')
                  .split(/[,、\s]+/)
                  .filter(Boolean),
              ),
            ].join(',') || null
          : value,
      )
      .test(
        'emails',
        ruleMessage('invalidEmail'),
        (value) => value == null || value.split(',').every(isEmail),
      )
      .test(
        'most',
        ruleMessage('tooMany', { count: most }),
        (value) => value == null || value.split(',').length <= most,
      ),
  );

/** Phone number: full-width digits and the dashes of Japanese keyboards become ASCII. */
export const phone = (options: TextOptions = {}): Field<Text> =>
  textField('phone', { max: 32, ...options }, (s) =>
    format(
      'phone',
      'invalidPhone',
      isPhone,
    )(s.transform((value: unknown) => (typeof value === 'string' ? normalisePhone(value) : value))),
  );

/** HTTP or HTTPS URL. */
export const url = (options: TextOptions = {}): Field<Text> =>
  textField('url', { max: 2048, ...options }, format('url', 'invalidUrl', isHttpUrl));

/** Host and path pattern of CV pages, with or without a scheme; `*` matches anything. */
export const urlPattern = (options: TextOptions = {}): Field<Text> =>
  textField(
    'url',
    { max: 2048, ...options },
    format('url', 'invalidUrl', (value) =>
      isHttpUrl((/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `https://${value}`).replaceAll('*', 'x')),
    ),
  );

/** Host, also as typed with a Japanese keyboard. */
export const domain = (options: TextOptions = {}): Field<Text> =>
  textField('domain', options, (s) =>
    format(
      'domain',
      'invalidDomain',
      isHost,
    )(s.transform((value: unknown) => (typeof value === 'string' ? normaliseHost(value) : value))),
  );

/** Host name in lower case, without scheme, port and path. An address is none. */
export const hostName = (options: TextOptions = {}): Field<Text> =>
  textField('domain', options, (s) =>
    format(
      'host',
      'invalidDomain',
      (value) => isHost(value) && !isIpOrCidr(value),
    )(
      s.transform((value: unknown) =>
        typeof value === 'string' ? normaliseHost(value).toLowerCase() : value,
      ),
    ),
  );

/** A list of texts: one per line or comma-separated in, comma-separated out. */
const textList = (normalise: (entry: string) => string, more: (s: Trimmed) => Trimmed): Field<Text> =>
  textField('text_list', { max: 4000 }, (s) =>
    more(
      s.transform((value: unknown) =>
        typeof value === 'string'
          ? listEntries(listEntries(value).map(normalise).join(',')).join(',') || null
          : value,
      ),
    ),
  );

/** Hosts, without scheme, port and path. */
export const hostList = (): Field<Text> =>
  textList(
    (entry) => normaliseHost(entry).toLowerCase(),
    format('hosts', 'invalidDomain', (value) => value.split(',').every(isHost)),
  );

/** Parts of user agents. A part of one character would match almost every user agent. */
export const userAgentList = (): Field<Text> =>
  textList(
    (entry) => entry,
    (s) =>
      s.test(
        'parts',
        ruleMessage('minLength', { count: 2 }),
        (value) => value == null || value.split(',').every((entry) => entry.length > 1),
      ),
  );

/** Comma-separated addresses or networks (CIDR), v4 and v6, also as typed with a Japanese keyboard. */
export const ipList = (): Field<Text> =>
  textField('ip_list', { max: 4000 }, (s) =>
    format('ip', 'invalidIp', (value) => value.split(',').every((entry) => isIpOrCidr(entry.trim())))(
      s.transform((value: unknown) =>
        typeof value === 'string' ? normaliseAddresses(value) || null : value,
      ),
    ),
  );

const knownPlaceholders = (s: Trimmed): Trimmed =>
  s.test('placeholders', ruleMessage('unknownPlaceholder'), function known(value) {
    const names = unknownPlaceholders(value ?? '');
    if (names.length === 0) return true;
    return this.createError({
      message: ruleMessage('unknownPlaceholder', { names: names.map((n) => `{${n}}`).join(' ') }),
    });
  });

/** HTML with placeholders, fired on the CV page. */
export const tagTemplate = (): Field<Text> => textField('template', { max: 10_000 }, knownPlaceholders);

const fill = (template: string, value: string): string => template.replaceAll(/\{\w+\}/g, value);

/** Whether a placeholder would decide the host: an event could then send results anywhere. */
const hasOpenHost = (template: string): boolean => {
  const [one, other] = [fill(template, 'x'), fill(template, 'y')];
  return isHttpUrl(one) && new URL(one).host !== new URL(other).host;
};

/** URL with placeholders that receives results. */
export const urlTemplate = (): Field<Text> =>
  textField('url', { max: 2048 }, (s) =>
    format(
      'host',
      'placeholderInHost',
      (value) => !hasOpenHost(value),
    )(knownPlaceholders(format('url', 'invalidUrl', (value) => isHttpUrl(fill(value, 'x')))(s))),
  );

/** Password of valid length, kept exactly as typed. */
export function password(): Field<string> {
  const { min, max } = PASSWORD_LENGTH;
  const rule = string()
    .strict()
    .typeError(ruleMessage('required'))
    .required(ruleMessage('required'))
    .test('min', ruleMessage('minLength', { count: min }), (value) => !isWithin(value, min - 1))
    .test('max', ruleMessage('maxLength', { count: max }), (value) => isWithin(value, max));
  return { kind: 'password', rule, required: true, absent: null, maxLength: max };
}
