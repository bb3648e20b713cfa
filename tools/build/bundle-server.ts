import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(__dirname, '../..');

/**
 * Bundles each server process into one file of plain JavaScript. Starting from sources compiles them each
 * time, and takes twice the time and memory. Packages stay external. Names are preserved, because TypeORM and
 * type-graphql name tables and types by their classes.
 */
void build({
  entryPoints: [
    ...['main', 'worker', 'demo', 'credit-worker'].map((name) => ({
      in: join(root, `server/${name}.ts`),
      out: name,
    })),
    // Commands of an installation without the sources.
    ...['user', 'import', 'seed', 'verify', 'rebuild', 'backup', 'restore', 'replay'].map((name) => ({
      in: join(root, `server/cli/${name}.ts`),
      out: name,
    })),
  ],
  outdir: join(root, 'dist/server'),
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  packages: 'external',
  keepNames: true,
  sourcemap: 'linked',
  logLevel: 'warning',
}).catch(() => process.exit(1));
