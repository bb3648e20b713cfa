import type { ServerResponse } from 'node:http';

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font-family:"Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;background:#f5f7fb;color:#1f2a44}
main{max-width:30rem;margin:1.5rem;padding:2.5rem;border-radius:16px;background:#fff;text-align:center;
box-shadow:0 8px 32px rgb(31 42 68/.08)}p.code{margin:0;font-size:3rem;font-weight:700;letter-spacing:.04em;color:#0958d9}
h1{margin:.25rem 0 1rem;font-size:1.25rem}p{margin:.5rem 0;line-height:1.8;text-wrap:balance;word-break:auto-phrase}
@media(prefers-color-scheme:dark){body{background:#10151f;color:#e6eaf2}main{background:#1a2130}p.code{color:#69a3ff}}`;

function page(code: number, title: string, lines: readonly string[]): Buffer {
  const text = lines.map((line) => `<p>${line}</p>`).join('');
  return Buffer.from(
    `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style>` +
      `</head><body><main><p class="code">${code}</p><h1>${title}</h1>${text}</main></body></html>`,
  );
}

const UNKNOWN = page(404, 'ページが見つかりません', [
  'このリンクは存在しないか、すでに削除されています。',
  'URLに誤りがないかご確認ください。',
]);
const UNAVAILABLE = page(503, 'ただいまリンクを確認できません', [
  'しばらくしてから、もう一度お試しください。',
]);

function send(response: ServerResponse, status: number, body: Buffer, extra: readonly string[] = []): void {
  response.writeHead(status, [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...extra,
  ]);
  response.end(body);
}

/** Sends 404: the link does not exist or was deleted. */
export const unknownLinkPage = (response: ServerResponse): void => send(response, 404, UNKNOWN);

/** Sends 503: the database is down and the link is not in the settings on disk. */
export const unavailablePage = (response: ServerResponse): void =>
  send(response, 503, UNAVAILABLE, ['Retry-After', '5']);
