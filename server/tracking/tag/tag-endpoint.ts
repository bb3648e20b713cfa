import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildSync } from 'esbuild';
import { ROOT } from '../../platform/root';
import { hostProof, PROOF_PATH } from '../http/host-proof';
import type { Snapshot } from '../snapshot/snapshot';
import type { BuiltTag, LiveTags } from './live-tags';
import type { TagSettings } from './tag-settings';

/** Browsers of the last five years. */
const TARGET = ['chrome94', 'firefox93', 'safari15'];

const SOURCE = join(ROOT, 'server/tracking/tag/browser/main.ts');

let built: string | undefined;

/** Builds the browser script without settings, once per process (about 50 ms). */
function tagScript(): string {
  built ??= buildSync({
    entryPoints: [SOURCE],
    bundle: true,
    minify: true,
    // A function is added around it.
    format: 'esm',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  }).outputFiles[0]?.text.trim();
  return built ?? '';
}

/** Returns a product's script with its settings; also safe inside an inline script. */
export function tagFor(settings: TagSettings): string {
  const json = JSON.stringify(settings).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `!function(){${tagScript().replace('IC_SETTINGS', () => json)}}();\n`;
}

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Returns a version that changes with the settings. */
export const versionOf = (settings: Omit<TagSettings, 'version'>): string =>
  digest(JSON.stringify(settings), 8);

/** Returns the ETag of a text; weak, because the compressed form shares it. */
export const etagOf = (text: string): string => `W/"${digest(text, 22)}"`;

interface TagDeps {
  settings: { readonly current: Snapshot; check(): Promise<boolean> };
  tags: LiveTags;
  /** Secret of this installation, for the check of tracking hosts. */
  secret: string | undefined;
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
    const name = path.replace(/\?.*$/s, '');
    const nonce = PROOF.exec(`/tag/${name}`)?.[1];
    if (nonce && this.deps.secret) sendText(response, hostProof(this.deps.secret, nonce));
    else void this.answer(request, response, name);
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

const PROOF = new RegExp(`^${PROOF_PATH}([\\da-f]{32})$`);

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
  });
  response.end(text);
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
