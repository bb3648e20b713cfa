import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { derivedSdl, settingFields } from './derive';
import { mergeDefinitions, parseSdl, printDefinition, withMixins, type Definition } from './sdl';

const root = resolve(__dirname, '../..');
const folder = join(root, 'schema');

const HEADER =
  '# The API contract of Inflow Console. `npm run codegen` composes it from schema/: edit the files there.';

/** Reads the handwritten part of the contract, one file per feature. */
export const readDefinitions = (): Definition[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => parseSdl(readFileSync(join(folder, file), 'utf8')));

const membersIn = (definitions: ReadonlyMap<string, Definition>) => (type: string) => {
  const definition = definitions.get(type);
  return definition ? withMixins(definitions, definition) : [];
};

/** Composes the contract: written types with their mixins, and what follows from their directives. */
export function composeContract(written: readonly Definition[]): string {
  const alone = mergeDefinitions(written);
  const declared = mergeDefinitions(
    written.flatMap((definition) => {
      if (!definition.directives.setting) return [definition];
      const [start, end] = settingFields(definition, membersIn(alone));
      return [...parseSdl(start), definition, ...parseSdl(end), definition];
    }),
  );
  const membersOf = membersIn(declared);
  const groups = [...declared.values()].map((definition) => {
    const text = derivedSdl(definition, membersOf);
    return { definition, derived: text ? parseSdl(text) : [] };
  });
  const all = mergeDefinitions([...groups.flatMap(({ derived }) => derived), ...declared.values()]);
  const names = groups.flatMap(({ definition, derived }) => [definition, ...derived]).map(({ name }) => name);
  const last = ['Query', 'Mutation'];
  const types = [...new Set([...names.filter((name) => !last.includes(name)), ...last])]
    .flatMap((name) => all.get(name) ?? [])
    .filter(({ directives }) => !directives.mixin)
    .map((definition) => printDefinition({ ...definition, members: withMixins(all, definition) }));
  return `${[HEADER, ...types].join('\n\n')}\n`;
}

/** Writes schema.graphql. */
export const writeContract = (): void =>
  writeFileSync(join(root, 'schema.graphql'), composeContract(readDefinitions()));
