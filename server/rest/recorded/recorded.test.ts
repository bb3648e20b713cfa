import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveApi } from '../../composition/testing/api-server';
import { DEMO_PASSWORD, prepareDemo } from '../../demo-data';
import { onEachDatabase, openTestDatabase } from '../../db/testing/databases';
import { recordedQueries } from '../testing/recorded-queries';
import { differenceFrom, record, type Recorded } from '../testing/recorded-response';

jest.setTimeout(300_000);

const NOW = Date.parse('2026-11-20T15:00:00+09:00');
const FILE = join(__dirname, 'answers.json');
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Recorded>;

onEachDatabase((dialect) => {
  describe('reports of the demo over REST', () => {
    it('match the recorded responses byte for byte (RECORD=1 updates them)', async () => {
      const database = await openTestDatabase(dialect);
      await prepareDemo(database.db, {
        publicUrl: 'http://localhost:3000',
        trackerUrl: 'http://localhost:3000',
        now: NOW,
      });
      const api = await serveApi(database, { now: NOW, password: DEMO_PASSWORD });
      const answers: Record<string, Recorded> = {};
      const differences: string[] = [];
      for (const { as, path } of recordedQueries) {
        const response = await fetch(`${api.url}/api/v1${path}`, {
          headers: { authorization: `Bearer ${await api.tokenOf(as)}` },
        });
        // The request id differs each time.
        const body = (await response.text()).replace(/,"request_id":"[^"]*"/, '');
        const question = `${as} ${path}`;
        const difference = differenceFrom(recorded[question], response.status, body, dialect === 'sqlite');
        if (difference) differences.push(`${question}: ${difference}`);
        answers[question] = record(response.status, body);
      }
      await api.stop();
      if (process.env.RECORD && dialect === 'sqlite')
        writeFileSync(FILE, `${JSON.stringify(answers, null, 1)}\n`);
      else expect(differences.join('\n')).toBe('');
    });
  });
});
