import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { ROOT } from '../../platform/root';
import type { TagSettings } from './tag-settings';

/** Browsers of the last five years. */
const TARGET = ['es2018', 'chrome94', 'firefox93', 'safari15'];

const SOURCE = join(ROOT, 'server/tracking/tag/browser/main.ts');

let built: string | undefined;

/** Builds the browser script without settings, once per process (about 50 ms). */
function tagScript(): string {
  built ??= buildSync({
    entryPoints: [SOURCE],
    bundle: true,
    minify: true,
    format: 'iife',
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
  return `!function(IC_SETTINGS){${tagScript()}}(${json});\n`;
}

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Returns a version that changes with the settings. */
export const versionOf = (settings: Omit<TagSettings, 'version'>): string =>
  digest(JSON.stringify(settings), 8);

/** Returns the ETag of a text; weak, because the compressed form shares it. */
export function etagOf(text: string): string {
  return `W/"${digest(text, 22)}"`;
}
