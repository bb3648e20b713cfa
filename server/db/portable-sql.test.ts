import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = join(__dirname, '..');

const texts = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.(test|stress|cluster))\.ts$/.test(name) && !/(^|\/)testing\//.test(name))
  .map((name) => [name, readFileSync(join(SERVER, name), 'utf8')] as const);

const filesWith = (pattern: RegExp): string[] =>
  texts.flatMap(([name, text]) => (pattern.test(text) ? [name] : [])).sort();

/** Statements that neither TiDB nor Vitess handles like MariaDB and MySQL (docs/operations.md). */
describe('the SQL of the server', () => {
  it.each([
    ['locks by name', /\b(GET|RELEASE)_LOCK\(/],
    ['deletes rows of other tables by a foreign key', /ON (DELETE|UPDATE) CASCADE|onDelete:/],
    [
      'changes several tables in one statement',
      /\bUPDATE \S+( \w+)?(,| (INNER |LEFT )?JOIN )|\bDELETE \w+ FROM\b/,
    ],
    ['returns the rows that a statement changed', /\bRETURNING\b/],
    ['calls procedures or uses triggers', /\bCALL \w+\(|\bCREATE (TRIGGER|PROCEDURE|EVENT)\b/],
    ['creates temporary tables', /\bCREATE TEMPORARY\b/],
    ['sets user variables', /@\w+ :=/],
  ])('never %s', (_, pattern) => {
    expect(filesWith(pattern)).toEqual([]);
  });

  // A new file here needs a line in docs/operations.md, unless the construct already has one.
  it.each([
    ['skips rows that another transaction locks', /\bSKIP LOCKED\b/, ['jobs/queue-loop.ts']],
    [
      'locks rows for reading',
      /\bLOCK IN SHARE MODE\b/,
      [
        'db/revision-subscriber.ts',
        'db/writer-gate.ts',
        'journeys/ingest/current-settings.ts',
        'journeys/ingest/shared-user-agents.ts',
        'journeys/privacy/seal.ts',
        'records/write/references.ts',
      ],
    ],
    ['names the order of a join', /\bSTRAIGHT_JOIN\b/, ['db/condition.ts']],
    [
      'takes the newest row by a generated id',
      /ORDER BY (\w+\.)?id DESC/,
      ['erasure/erasure.service.ts', 'sweeps/sweeps.ts'],
    ],
    ['refers to other tables by foreign keys', /\bforeignKeys:/, ['db/migrations/0017-settings-in-use.ts']],
    ['compresses tables', /ROW_FORMAT=COMPRESSED/, ['db/migrations/0012-shared-user-agents.ts']],
  ])('%s only where the guide says so', (_, pattern, files) => {
    expect(filesWith(pattern)).toEqual(files);
  });
});
