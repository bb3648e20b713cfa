import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { concatAST, parse, print, separateOperations, type DocumentNode } from 'graphql';

const ROOT = join(__dirname, '../..');
const CLIENT = join(ROOT, 'client/src');

const written = (): DocumentNode[] =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => parse(readFileSync(join(CLIENT, name), 'utf8')));

/** Fragments that code generation derives from the contract: all measures, and the axes of a row. */
const derived = (): DocumentNode => {
  const make = createRequire(__filename)(join(ROOT, 'tools/build/contract-documents.cjs')) as (
    schema: string,
    options: object,
  ) => DocumentNode;
  return make(join(ROOT, 'schema.graphql'), {});
};

/** Returns the console's queries by name, each with the fragments that it needs. */
export const consoleDocuments = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(separateOperations(concatAST([...written(), derived()]))).map(([name, document]) => [
      name,
      print(document),
    ]),
  );
