import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startApi, type ApiServer } from '../../../composition/testing/api-server';
import { onEachDatabase } from '../../../db/testing/databases';

jest.setTimeout(240_000);

const ROWS = 10_000;
/** A tenth of them, to distinguish linear growth from faster growth. */
const FEW_ROWS = ROWS / 10;
/** Maximum growth of the work for ten times the rows: ten, plus machine noise. */
const MOST_GROWTH = 20;
/** Maximum share of the work in one uninterrupted piece; work that blocks the event loop is a single piece. */
const LARGEST_PIECE = 0.4;
/** Delay of any timer on a loaded machine. */
const NOISE_MS = 400;
/** Other writes must come in between; on a machine too slow for this, the whole upload takes longer anyway. */
const EVERY_MS = 20;

interface Pace {
  /** Delay of a timer beyond its tolerance, in milliseconds. */
  readonly tooLate: number;
  /** CPU time of this process, in seconds. */
  readonly seconds: number;
  /** Other transactions that completed during the work. */
  readonly writes: number;
}

onEachDatabase((dialect) => {
  let api: ApiServer;
  let token: string;
  beforeAll(async () => {
    api = await startApi(dialect);
    token = await api.tokenOf('manager@alpha.example');
  });
  afterAll(() => api.stop());

  /** Measures `work` during continuous writes, as from /collect. */
  const paceOf = async (work: () => Promise<unknown>): Promise<Pace> => {
    let [writes, over] = [0, false];
    const writing = (async () => {
      while (!over) {
        await api.database.db.write((tx) =>
          tx.execute('UPDATE spool_offset SET position = position WHERE spool_id = ?', ['x']),
        );
        writes += 1;
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    })();
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const cpu = process.cpuUsage();
    const started = performance.now();
    delay.enable();
    await work();
    delay.disable();
    const took = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const during = writes;
    over = true;
    await writing;
    return {
      tooLate: Math.max(0, delay.max / 1e6 - NOISE_MS - LARGEST_PIECE * took),
      seconds: (user + system) / 1e6,
      writes: during,
    };
  };

  const load = async (rows: number, dryRun: boolean) => {
    const csv = ['ad_name,click_cost', ...Array.from({ length: rows }, (_, i) => `row ${i},1`)].join('\n');
    const query =
      'mutation ($p: Int!, $csv: String!, $dryRun: Boolean) { importAds(productId: $p, csv: $csv, dryRun: $dryRun) { created refused } }';
    const { body } = await api.graphql(query, {
      token,
      variables: { p: api.world.open.product, csv, dryRun },
    });
    return body.data.importAds;
  };

  it('loads ten thousand ads from CSV and changes many at once while other requests are answered', async () => {
    await load(20, true);
    const few = await paceOf(async () =>
      expect(await load(FEW_ROWS, true)).toEqual({ created: FEW_ROWS, refused: 0 }),
    );
    const dry = await paceOf(async () =>
      expect(await load(ROWS, true)).toEqual({ created: ROWS, refused: 0 }),
    );
    const real = await paceOf(async () =>
      expect(await load(ROWS, false)).toEqual({ created: ROWS, refused: 0 }),
    );
    const ads = await api.database.db.read<{ id: number }>("SELECT id FROM ad WHERE ad_name LIKE 'row %'");
    const variables = { ids: ads.map(({ id }) => id), input: { status: false } };
    const changed = await paceOf(async () => {
      const { body } = await api.graphql(
        'mutation ($ids: [Int!]!, $input: AdBulkInput!) { updateAds(ids: $ids, input: $input) }',
        { token, variables },
      );
      expect(body.data).toEqual({ updateAds: ROWS });
    });
    for (const { tooLate } of [dry, real, changed]) expect(tooLate).toBe(0);
    expect(dry.seconds / few.seconds).toBeLessThan(MOST_GROWTH);
    expect(dry.writes).toBeGreaterThan(1);
  });

  it('a dry run neither waits for writers nor blocks them', async () => {
    let end = (): void => undefined;
    let markOpen = (): void => undefined;
    const finished = new Promise<void>((resolve) => (end = resolve));
    const open = new Promise<void>((resolve) => (markOpen = resolve));
    const writer = api.database.db.write(async (tx) => {
      await tx.execute('UPDATE setting_revision SET revision = revision WHERE id = 1');
      markOpen();
      await finished;
    });
    await open;
    expect(await load(30, true)).toMatchObject({ refused: 0 });
    end();
    await writer;
  });
});
