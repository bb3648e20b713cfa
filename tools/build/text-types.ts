import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(__dirname, '../../shared/i18n');

/** Writes the type of the Japanese texts. Its literal texts let i18next check the parameters of each key. */
export function writeTextTypes(): void {
  const texts = readdirSync(join(folder, 'ja'))
    .sort()
    .map((file): object => JSON.parse(readFileSync(join(folder, 'ja', file), 'utf8')) as object);
  const type = JSON.stringify(Object.assign({}, ...texts), null, 2);
  writeFileSync(join(folder, 'generated.ts'), `export type JapaneseTexts = ${type};\n`);
}
