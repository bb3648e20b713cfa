import type { JsonSchema } from './openapi/document';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: unknown): string => String(text ?? '').replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

interface Described {
  summary?: string;
  parameters?: Array<{ name: string; in: string; required?: boolean; description?: string; schema?: { type?: unknown } }>;
}

const STYLE = `body{font:14px/1.6 "Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;margin:24px auto;max-width:960px;padding:0 16px;color:#1f2937}
h1{font-size:20px}h2{font-size:16px;margin:32px 0 8px;border-bottom:1px solid #d8dee8;padding-bottom:4px}
details{border:1px solid #d8dee8;border-radius:8px;margin:8px 0;padding:8px 12px}summary{cursor:pointer}
code{font-size:13px}b{color:#0958d9;display:inline-block;min-width:56px}table{border-collapse:collapse;width:100%;font-size:13px}
td{border-top:1px solid #e8ecf2;padding:4px 8px;vertical-align:top}`;

function operationHtml(method: string, path: string, { summary, parameters = [] }: Described): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escape(name)}</code>${required ? ' *' : ''}</td><td>${escape(place)}</td><td>${escape(schema?.type)}</td><td>${escape(description)}</td></tr>`,
  );
  return `<details><summary><b>${escape(method.toUpperCase())}</b> <code>/api/v1${escape(path)}</code> ${escape(summary)}</summary><table>${rows.join('')}</table></details>`;
}

/** The OpenAPI document as a plain page: no script, so that the strictest policy lets it be. */
export function apiDocsPage(document: JsonSchema): string {
  const groups = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths as Record<string, Record<string, Described>>)) {
    const group = path.split('/')[1] ?? '';
    const html = Object.entries(operations).map(([method, operation]) => operationHtml(method, path, operation));
    groups.set(group, [...(groups.get(group) ?? []), ...html]);
  }
  const sections = [...groups].map(([name, html]) => `<h2>${escape(name)}</h2>${html.join('')}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inflow Console API</title><style>${STYLE}</style></head><body>
<h1>Inflow Console REST API</h1><p>The whole description: <a href="/api/v1/openapi.json">openapi.json</a>. Every call but sign-in takes <code>Authorization: Bearer</code> with the access token.</p>${sections.join('')}</body></html>`;
}
