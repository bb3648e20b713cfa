import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, findBreakingChanges } from 'graphql';
import { contractText } from '../server/graphql/schema';

const changelog = readFileSync(join(__dirname, '../CHANGELOG.md'), 'utf8');

/** Sections of CHANGELOG.md, newest first. */
const sections = changelog
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    version: text.split(/\s/, 1)[0] ?? '',
    released: !/^\S+ \(unreleased\)/.test(text),
    text,
  }));

/**
 * Lists the types that a section announces as breaking: "- Breaking: `Type`, `Other`: what clients do
 * instead".
 */
const breakingTypesOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^- Breaking: (.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/`([A-Za-z]+)/g)].map(([, name = '']) => name),
    ),
  );

/** Returns the first type that a change's description names: "AdSummaryRow.cpa was removed." */
const typeOf = (description: string): string =>
  /\b([A-Z]\w+)/.exec(description.replace(/^(An?|The|Required|Standard) /, ''))?.[1] ?? '';

describe('the API contract against the newest release', () => {
  const released = sections.find((section) => section.released);

  it('finds a release to compare with', () => {
    expect(released?.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("makes no breaking change that CHANGELOG.md doesn't announce", () => {
    const before = buildSchema(
      readFileSync(join(__dirname, `released/${released?.version}.graphql`), 'utf8'),
    );
    const announced = breakingTypesOf(
      sections
        .filter((section) => !section.released)
        .map(({ text }) => text)
        .join('\n'),
    );
    const unannounced = findBreakingChanges(before, buildSchema(contractText())).filter(
      ({ description }) => !announced.has(typeOf(description)),
    );
    expect(unannounced.map(({ description }) => description)).toEqual([]);
  });
});
