import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, findBreakingChanges } from 'graphql';
import { contractText } from '../server/graphql/schema';

const changelog = readFileSync(join(__dirname, '../CHANGELOG.md'), 'utf8');

/** The sections of CHANGELOG.md, newest first: what is told of each version. */
const sections = changelog
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    version: text.split(/\s/, 1)[0] ?? '',
    released: !/^\S+ \(unreleased\)/.test(text),
    text,
  }));

/** Types whose change is told as breaking: "- Breaking: `Type`, `Other`: what clients do instead". */
const toldOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^- Breaking: (.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/`([A-Za-z]+)/g)].map(([, name = '']) => name),
    ),
  );

/** The type that a change's description begins with or names first: "AdSummaryRow.cpa was removed." */
const typeOf = (description: string): string =>
  /\b([A-Z]\w+)/.exec(description.replace(/^(An?|The|Required|Standard) /, ''))?.[1] ?? '';

describe('the API contract against the newest release', () => {
  const released = sections.find((section) => section.released);

  it('knows a release to compare with', () => {
    expect(released?.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('breaks nothing that CHANGELOG.md does not tell of', () => {
    const before = buildSchema(
      readFileSync(join(__dirname, `released/${released?.version}.graphql`), 'utf8'),
    );
    const told = toldOf(
      sections
        .filter((section) => !section.released)
        .map(({ text }) => text)
        .join('\n'),
    );
    const untold = findBreakingChanges(before, buildSchema(contractText())).filter(
      ({ description }) => !told.has(typeOf(description)),
    );
    expect(untold.map(({ description }) => description)).toEqual([]);
  });
});
