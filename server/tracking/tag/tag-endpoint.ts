import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Snapshot } from '../snapshot/snapshot';
import type { BuiltTag, LiveTags } from './live-tags';

export interface TagDeps {
  settings: { readonly current: Snapshot; check(): Promise<boolean> };
  tags: LiveTags;
}

const COMMON = [
  'Cache-Control',
  'public, max-age=300',
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
  'Vary',
  'Accept-Encoding',
];

/** `GET /tag/{product_id}.js`: serves the product's script, rebuilt when its settings change. */
export class TagEndpoint {
  constructor(private readonly deps: TagDeps) {}

  /** @param path path of the request after `/tag/`, with query */
  handle(request: IncomingMessage, response: ServerResponse, path: string): void {
    void this.answer(request, response, path.replace(/\?.*$/s, ''));
  }

  private async answer(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const id = Number(/^([1-9]\d{0,9})\.js$/.exec(name)?.[1] ?? 0);
    let product = this.deps.settings.current.products.get(id);
    const known = product !== undefined || id === 0 || (await this.deps.settings.check());
    product ??= this.deps.settings.current.products.get(id);
    if (product) this.send(request, response, this.deps.tags.of(product));
    else sendMissing(response, known ? 404 : 503);
  }

  private send({ method, headers }: IncomingMessage, response: ServerResponse, tag: BuiltTag): void {
    const common = [...COMMON, 'ETag', tag.etag];
    if (matches(headers['if-none-match'], tag.etag)) {
      response.writeHead(304, common).end();
      return;
    }
    const zipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
    const body = zipped ? tag.gzip : tag.plain;
    const encoding = zipped ? ['Content-Encoding', 'gzip'] : [];
    const type = ['Content-Type', 'text/javascript; charset=utf-8', 'Content-Length', String(body.length)];
    response.writeHead(200, [...common, ...type, ...encoding]);
    response.end(method === 'HEAD' ? undefined : body);
  }
}

function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((part) => part.trim().replace(/^(?:W\/)?/, 'W/') === etag || part.trim() === '*')
  );
}

function sendMissing(response: ServerResponse, status: 404 | 503): void {
  const body = Buffer.from('// This product has no tag.\n');
  response.writeHead(status, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
  });
  response.end(body);
}
