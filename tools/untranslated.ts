import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureKeys, measureOf } from '../shared/catalog';
import { parseSdl, type Member } from './contract/sdl';

const FOLDER = 'client/src/screens/explorer/explorer/docs/descriptions';

const descriptionsOf = ({
  description,
  members = [],
  args = [],
}: Partial<Pick<Member, 'description' | 'args'>> & { members?: readonly Member[] }): string[] => [
  ...(description === undefined ? [] : [description]),
  ...[...members, ...args].flatMap(descriptionsOf),
];

/**
 * Lists descriptions of the contract that a file of translations lacks, by file. The explorer shows these in
 * English. Measures are described in the console's texts.
 */
export function untranslated(root: string): [file: string, descriptions: string[]][] {
  const contract = parseSdl(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const measures = new Set<string>(measureKeys.map((key) => measureOf(key).description));
  const all = [...new Set(contract.flatMap(descriptionsOf))].filter(
    (text) => !measures.has(text) && !text.startsWith('Share of: '),
  );
  return readdirSync(join(root, FOLDER)).map((file) => {
    const translated = JSON.parse(readFileSync(join(root, FOLDER, file), 'utf8')) as Record<string, string>;
    return [`${FOLDER}/${file}`, all.filter((text) => !(text in translated))];
  });
}
