/** What templates of CV tags and webhook URLs may name. */
export const placeholders = [
  'xclid',
  'ses',
  'key1',
  'key2',
  'key3',
  'args',
  'user_id',
  'other_key1',
  'other_key2',
  'other_key3',
  'amount',
  'result_id',
  'conversion_id',
  'cv_time',
  'ad_id',
  'status',
] as const;

export type Placeholder = (typeof placeholders)[number];

/** The values of a result; absent ones render as nothing. */
export type TemplateValues = Partial<Record<Placeholder, string | number | null>>;

const PLACEHOLDER = /\{([A-Za-z0-9_]+)\}/g;

/** The names in braces that no value exists for, each once: such a template is refused on save. */
export function unknownPlaceholders(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !isPlaceholder(name));
}

/** Renders a webhook URL: each value URL-encoded. */
export function renderUrl(template: string, values: TemplateValues): string {
  return render(template, values, encodeValue);
}

/** Renders a CV tag: each value URL-encoded, then HTML-escaped. */
export function renderTag(template: string, values: TemplateValues): string {
  return render(template, values, (value) => escapeHtml(encodeValue(value)));
}

const STATE_WORDS = { 0: 'pending', 1: 'approved', 2: 'rejected' } as const;

/** The asp's word for a state, or the state's own where the asp gave none. */
export function statusWord(word: string | null | undefined, state: 0 | 1 | 2): string {
  return word || STATE_WORDS[state];
}

function render(template: string, values: TemplateValues, encode: (value: string) => string): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    isPlaceholder(name) ? encode(String(values[name] ?? '')) : whole,
  );
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name);
}

const UNRESERVED = /^[\w.~-]*$/;

/** Percent-encodes all but unreserved characters; half a surrogate pair becomes U+FFFD instead of an error. */
function encodeValue(value: string): string {
  if (UNRESERVED.test(value)) return value;
  const reserved = /[!'()*]/g;
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    reserved,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
