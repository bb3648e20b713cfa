import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf, formatDay } from '../shared/domain/calendar';
import { USER_AGENT } from './support/chromium';
import { onBothDatabases } from './support/databases';
import { startFilled, type FilledProduct } from './support/filled-product';
import { eventually, signIn, type Report } from './support/rest';

jest.setTimeout(240_000);

const CODE = 'open-r-0';
/** The lease of a killed process expires after 20 seconds. */
const WITHIN_MS = 60_000;

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Lists the machine's processes from /proc. */
const running = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
          },
        ];
      } catch {
        // The process has ended.
        return [];
      }
    });

const childrenOf = (parent: number, program: string): number[] =>
  running()
    .filter((one) => one.parent === parent && one.command.includes(program))
    .map(({ pid }) => pid);

/** Sends a click of a new visitor. */
const visit = async (url: string): Promise<void> => {
  const { status } = await fetch(`${url}/r/${CODE}`, {
    redirect: 'manual',
    headers: { 'User-Agent': USER_AGENT },
  });
  expect(status).toBe(302);
};

describe('the processes of one product', () => {
  onBothDatabases((database) => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-parts-'));
    let filled: FilledProduct;
    beforeAll(async () => {
      const { DATABASE_URL = `sqlite:${join(dir, 'parts.db')}` } = await database.fresh();
      filled = await startFilled(DATABASE_URL);
    });
    afterAll(async () => {
      await filled?.product.discard();
      rmSync(dir, { recursive: true, force: true });
    });

    it('restarts killed background work without losing clicks, and ends it with a killed server', async () => {
      const {
        product,
        world: { open },
      } = filled;
      const rest = await signIn(product.url, 'admin@alpha.example');
      const today = formatDay(dayOf(Date.now()));
      const clicks = async (): Promise<number> =>
        Number(
          (
            await rest.get<Report>(
              `/analyses/ad_summaries/?product_id=${open.product}&date_from=${today}&date_to=${today}`,
            )
          ).total.ad_click_count ?? 0,
        );
      const before = await clicks();
      const [server = 0] = childrenOf(product.pid, 'tools/start.cjs');
      const workers = (): Promise<number[]> =>
        eventually(
          async () => childrenOf(server, 'server/worker.cjs'),
          (processes) => processes.length === 1,
          WITHIN_MS,
        );
      for (let round = 1; round <= 2; round += 1) {
        const [worker = 0] = await workers();
        await visit(product.url);
        process.kill(worker, 'SIGKILL');
        await visit(product.url);
        expect(await eventually(clicks, (count) => count >= before + 2 * round, WITHIN_MS)).toBe(
          before + 2 * round,
        );
        expect(await workers()).not.toEqual([worker]);
      }
      const [worker = 0] = await workers();
      process.kill(server, 'SIGKILL');
      expect(
        await eventually(
          async () => running().some(({ pid }) => pid === worker),
          (there) => !there,
          WITHIN_MS,
        ),
      ).toBe(false);
    });
  });
});
