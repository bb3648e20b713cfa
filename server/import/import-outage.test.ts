import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeProduct } from '../journeys/testing/fixture';
import { parseDatabaseUrl } from '../config/config';
import { productDatabase } from '../composition/open-database';
import { mariaDbInstalled, startMariaDb } from '../db/testing/mariadb';
import { importEvents } from './import-events';

jest.setTimeout(180_000);

/** More than one transaction takes. */
const LINES = 2500;

(mariaDbInstalled() ? it : it.skip)(
  'an import waits for a database that becomes unreachable and resumes where it stopped',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-away-'));
    const server = await startMariaDb();
    const db = productDatabase(parseDatabaseUrl(await server.createDatabase('away')));
    await db.connect();
    await db.migrate();
    const { productId, ads } = await makeProduct(db);
    const file = join(dir, 'a.ndjson');
    const line = (n: number) =>
      JSON.stringify({
        type: 'click',
        id: `c${n}`,
        time: '2026-01-02T03:04:05Z',
        visitor_id: 'v',
        ad_id: ads[0],
        product_id: productId,
      });
    writeFileSync(file, Array.from({ length: LINES }, (_, n) => line(n)).join('\n'));
    let [killed, waitCount] = [Promise.resolve(), 0];
    let started: Promise<void> | undefined;
    const counts = await importEvents(
      db,
      {
        file,
        createAds: false,
        onWait: () => {
          waitCount += 1;
          started ??= killed.then(() => server.start());
        },
      },
      () => (killed = server.kill()),
    );
    await started;
    expect(waitCount).toBe(1);
    expect(counts).toEqual({ read: LINES, accepted: LINES, duplicates: 0, rejected: 0 });
    expect(await db.read('SELECT COUNT(*) AS n FROM interaction WHERE product_id = ?', [productId])).toEqual([
      { n: LINES },
    ]);
    await db.close();
    await server.stop();
    rmSync(dir, { recursive: true });
  },
);
