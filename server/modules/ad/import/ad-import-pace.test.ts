import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startApi, type ApiServer } from '../../../composition/testing/api-server';
import { onEachDatabase } from '../../../db/testing/databases';

jest.setTimeout(240_000);

const ROWS = 1000;
/** Work that keeps the event loop to itself has one piece, as long as itself. */
const LARGEST_PIECE = 0.3;
/** What a loaded machine may take away from any timer. */
const NOISE_MS = 300;

/** By how much `work` kept a timer waiting beyond what it may, in milliseconds. */
async function tooLate(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const started = performance.now();
  delay.enable();
  await work();
  delay.disable();
  return Math.max(0, delay.max / 1e6 - NOISE_MS - LARGEST_PIECE * (performance.now() - started));
}

onEachDatabase((dialect) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(dialect);
  });
  afterAll(() => api.stop());

  it('loads ads from CSV, and changes many at once, while other requests are answered', async () => {
    const token = await api.tokenOf('manager@alpha.example');
    const load = async (rows: number, dryRun: boolean) => {
      const csv = ['ad_name,click_cost', ...Array.from({ length: rows }, (_, i) => `row ${i},1`)].join('\n');
      const query = 'mutation ($p: Int!, $csv: String!, $dryRun: Boolean) { importAds(productId: $p, csv: $csv, dryRun: $dryRun) { created refused } }';
      const { body } = await api.graphql(query, { token, variables: { p: api.world.open.product, csv, dryRun } });
      return body.data.importAds;
    };
    await load(20, true);
    const dry = await tooLate(async () => expect(await load(ROWS, true)).toEqual({ created: ROWS, refused: 0 }));
    const real = await tooLate(async () => expect(await load(ROWS, false)).toEqual({ created: ROWS, refused: 0 }));
    const ads = await api.database.db.read<{ id: number }>("SELECT id FROM ad WHERE ad_name LIKE 'row %'");
    const variables = { ids: ads.map(({ id }) => id), input: { status: false } };
    const changed = await tooLate(async () => {
      const { body } = await api.graphql('mutation ($ids: [Int!]!, $input: AdBulkInput!) { updateAds(ids: $ids, input: $input) }', { token, variables });
      expect(body.data).toEqual({ updateAds: ROWS });
    });
    expect([dry, real, changed]).toEqual([0, 0, 0]);
  });
});
