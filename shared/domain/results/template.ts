/** Placeholders of CV tags and webhook URLs (domain.md section 5). */
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

/** Values of a result; missing ones render as empty text. */
export type TemplateValues = Partial<Record<Placeholder, string | number | null>>;

const PLACEHOLDER = /\{([A-Za-z0-9_]+)\}/g;
/** Anything that looks like a placeholder, in any script (`{金額}`, `{order-id}`). */
const NAME_IN_BRACES = /\{([\p{L}\p{M}\p{N}_-]+)\}/gu;

/**
 * Returns the unknown placeholders of a template, without duplicates. Such a template is refused on save
 * (domain.md section 5).
 */
export function unknownPlaceholders(template: string): string[] {
  const names = [...template.matchAll(NAME_IN_BRACES)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !isPlaceholder(name));
}

/** Compiled template, for many results. */
export interface CompiledTemplate {
  /** Its placeholders, without duplicates. */
  readonly names: readonly Placeholder[];
  render(values: TemplateValues): string;
}

/** Compiles a webhook URL: each value is URL-encoded. */
export const compileUrl = (template: string): CompiledTemplate => compileTemplate(template, encodeValue);

/** Compiles a CV tag: each value is URL-encoded, then HTML-escaped. */
export const compileTag = (template: string): CompiledTemplate =>
  compileTemplate(template, (value) => escapeHtml(encodeValue(value)));

/** Renders a webhook URL for one result. */
export const renderUrl = (template: string, values: TemplateValues): string =>
  compileUrl(template).render(values);

/** Renders a CV tag for one result. */
export const renderTag = (template: string, values: TemplateValues): string =>
  compileTag(template).render(values);

const STATE_WORDS = { 0: 'pending', 1: 'approved', 2: 'rejected' } as const;

/** Returns the asp's word for a status, or the default word if it has none. */
export function statusWord(word: string | null | undefined, state: 0 | 1 | 2): string {
  return word || STATE_WORDS[state];
}

function compileTemplate(template: string, encode: (value: string) => string): CompiledTemplate {
  const named: { readonly name: Placeholder; readonly from: number; readonly to: number }[] = [];
  for (const { 0: whole, 1: name = '', index } of template.matchAll(PLACEHOLDER)) {
    if (isPlaceholder(name)) named.push({ name, from: index, to: index + whole.length });
  }
  const steps = named.map(({ name, from }, place) => ({
    before: template.slice(named[place - 1]?.to ?? 0, from),
    name,
  }));
  const rest = template.slice(named.at(-1)?.to ?? 0);
  return {
    names: [...new Set(named.map(({ name }) => name))],
    render(values) {
      let text = '';
      for (const { before, name } of steps) text += before + encode(String(values[name] ?? ''));
      return text + rest;
    },
  };
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((known) => known === name);
}

const UNRESERVED = /^[\w.~-]*$/;
const HALF_PAIR = /[\uD800-\uDFFF]/;

/**
 * Percent-encodes all but unreserved characters. Half a surrogate pair becomes U+FFFD instead of an error.
 */
function encodeValue(value: string): string {
  if (UNRESERVED.test(value)) return value;
  const reserved = /[!'()*]/g;
  const whole = HALF_PAIR.test(value) ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
  return encodeURIComponent(whole).replace(
    reserved,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
