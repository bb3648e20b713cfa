import type { Content, Described, JsonSchema, OpenApiDocument } from './openapi/description';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const STYLE = `body{font:14px/1.6 "Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;margin:24px auto;max-width:960px;padding:0 16px;color:#1f2937}
h1{font-size:20px}h2{font-size:16px;margin:32px 0 8px;border-bottom:1px solid #d8dee8;padding-bottom:4px}a{color:#0958d9}
details{border:1px solid #d8dee8;border-radius:8px;margin:8px 0;padding:8px 12px}summary{cursor:pointer}pre{white-space:pre-wrap;font:inherit}
code{font-size:13px}b{color:#0958d9;display:inline-block;min-width:56px}table{border-collapse:collapse;width:100%;font-size:13px}
td{border-top:1px solid #e8ecf2;padding:4px 8px;vertical-align:top}`;

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;
const link = (ref: string): string => `<a href="#${escape(nameOf(ref))}">${escape(nameOf(ref))}</a>`;

/** Describes the type of a value with its bounds. */
function kind({ $ref, type, items, anyOf, ...bounds }: JsonSchema): string {
  if ($ref) return link($ref);
  if (anyOf) return anyOf.map(kind).join(' | ');
  if (items) return `[${kind(items)}]`;
  const limits = [
    bounds.enum && bounds.enum.map((value) => JSON.stringify(value)).join(' '),
    bounds.maxLength && `≤ ${bounds.maxLength}`,
    bounds.minimum !== undefined && `≥ ${bounds.minimum}`,
    bounds.maximum !== undefined && `≤ ${bounds.maximum}`,
  ];
  return [
    escape([type].flat().join(' | ')),
    ...limits.filter(Boolean).map((limit) => `<code>${escape(limit)}</code>`),
  ].join(' ');
}

const row = (
  name: string,
  needed: boolean,
  place: string,
  schema: JsonSchema,
  description?: string | null,
): string =>
  `<tr><td><code>${escape(name)}</code>${needed ? ' *' : ''}</td><td>${place}</td><td>${kind(schema)}</td><td>${escape(description ?? schema.description)}</td></tr>`;

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): string =>
  Object.entries(properties)
    .map(([name, schema]) => row(name, required.includes(name), '', schema))
    .join('');

/** Renders a body: a link to its schema, or its fields. */
const content = (place: string, given: Content | undefined): string =>
  Object.entries(given ?? {})
    .map(([media, { schema = {} }]) =>
      schema.properties
        ? fieldsOf(schema)
        : `<tr><td>${place}</td><td>${escape(media)}</td><td>${kind(schema)}</td><td></td></tr>`,
    )
    .join('');

function operationHtml(
  method: string,
  path: string,
  { summary, parameters = [], requestBody, responses }: Described,
): string {
  const given = parameters
    .map(({ name, in: place, required = false, description, schema = {} }) =>
      row(name, required, escape(place), schema, description),
    )
    .join('');
  const [status = '', answer = {}] = Object.entries(responses)[0] ?? [];
  const errors = Object.entries(responses)
    .slice(1)
    .map(([code]) => code)
    .join(' ');
  const answers = `<tr><td>→ ${escape(status)}</td><td></td><td></td><td>${escape(errors && `else ${errors}`)}</td></tr>${content('answer', answer.content)}`;
  return `<details><summary><b>${escape(method.toUpperCase())}</b> <code>/api/v1${escape(path)}</code> ${escape(summary)}</summary><table>${given}${content('body', requestBody?.content)}${answers}</table></details>`;
}

const schemaHtml = ([name, schema]: [string, JsonSchema]): string =>
  `<details id="${escape(name)}" open><summary><code>${escape(name)}</code> ${escape(schema.description)}</summary><table>${fieldsOf(schema)}</table></details>`;

/**
 * Renders the OpenAPI document as a plain page without scripts, which the strictest content security policy
 * allows.
 */
export function apiDocsPage(document: OpenApiDocument): string {
  const groups = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    const group = path.split('/')[1] ?? '';
    const html = Object.entries(operations).map(([method, operation]) =>
      operationHtml(method, path, operation),
    );
    groups.set(group, [...(groups.get(group) ?? []), ...html]);
  }
  const { schemas } = document.components;
  const { description } = document.info;
  const sections = [...groups].map(([name, html]) => `<h2>${escape(name)}</h2>${html.join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inflow Console API</title><style>${STYLE}</style></head><body>
<h1>Inflow Console REST API</h1><p>The full document: <a href="/api/v1/openapi.json">openapi.json</a>. Every call except sign-in requires <code>Authorization: Bearer</code> with the access token. Fields with * are required.</p><pre>${escape(description)}</pre>${sections.join('')}<h2>Schemas</h2>${Object.entries(schemas).map(schemaHtml).join('')}</body></html>`;
}
