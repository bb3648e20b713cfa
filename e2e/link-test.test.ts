import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onBothDatabases } from './support/databases';
import { startFilled, type FilledProduct } from './support/filled-product';
import { eventually, signIn, type Report, type RestClient } from './support/rest';

jest.setTimeout(240_000);

interface Hop {
  readonly step: string;
  readonly state: string;
  readonly finding: string;
  readonly detail: string | null;
}

describe('a link test', () => {
  onBothDatabases((database) => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-rehearsal-'));
    let filled: FilledProduct;
    let outside: Server;
    let tagOnPage = true;
    let postbacks: string[] = [];
    let rest: RestClient;
    beforeAll(async () => {
      // The advertiser's shop and the ad network.
      outside = createServer((request, response) => {
        postbacks.push(String(request.url));
        const productId = filled.world.open.product;
        response
          .setHeader('content-type', 'text/html')
          .end(
            tagOnPage ? `<script src="${filled.product.url}/tag/${productId}.js"></script>` : '<p>shop</p>',
          );
      });
      await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
      const { DATABASE_URL = `sqlite:${join(dir, 'rehearsal.db')}` } = await database.fresh();
      filled = await startFilled(
        DATABASE_URL,
        (db, { open }) =>
          db.write(async (tx) => {
            await tx.execute('UPDATE ad SET redirect_url = ? WHERE id = ?', [`${url}/lp`, open.ads[0]]);
            await tx.execute('UPDATE redirect SET redirect_url = ?, lpo_flag = 0 WHERE ad_id = ?', [
              `${url}/lp`,
              open.ads[0],
            ]);
            await tx.execute(
              "UPDATE asp SET a_xclid_flag = 1, a_xclid = '{click}', result_flag = 1, result_method = 2, webhook_url = ? WHERE id = (SELECT asp_id FROM ad WHERE id = ?)",
              [`${url}/cv?x={xclid}&s={status}`, open.ads[0]],
            );
            await tx.execute(
              'UPDATE ad SET result_notice_individually_setting = 0, use_params_individually_setting = 0 WHERE id = ?',
              [open.ads[0]],
            );
          }),
        { WEBHOOK_ALLOW: '127.0.0.0/8' },
      );
      rest = await signIn(filled.product.url, 'admin@alpha.example');
    });
    afterAll(async () => {
      await filled?.product.discard();
      outside.closeAllConnections();
      outside.close();
      rmSync(dir, { recursive: true, force: true });
    });
    beforeEach(() => {
      postbacks = [];
      tagOnPage = true;
    });

    const runLinkTest = async (more: object = {}): Promise<Hop[]> => {
      const { rehearse: result } = await rest.graphql<{ rehearse: { hops: Hop[] } }>(
        'mutation ($adId: Int!, $input: RehearsalInput) { rehearse(adId: $adId, input: $input) { hops { step state finding durationMs detail } } }',
        { adId: filled.world.open.ads[0], input: more },
      );
      return result.hops;
    };
    const findings = (hops: readonly Hop[]) => hops.map(({ step, finding }) => `${step} ${finding}`);

    const stored = async (): Promise<number[]> => {
      const { world } = filled;
      const lists = ['interactions', 'accesses', 'conversions'].map((log) =>
        rest.get<Report>(`/logs/${log}/?product_id=${world.open.product}&page_size=1`),
      );
      return (await Promise.all(lists)).map(({ count }) => count);
    };

    it('tests every step, sends a postback only on request, and leaves no data behind', async () => {
      const before = await stored();
      const hops = await runLinkTest({ amount: 1200 });
      expect(findings(hops)).toEqual([
        'redirect forwards',
        'landing tagOnPage',
        'tag tagServed',
        'click stored',
        'view stored',
        'conversion stored',
        'path credited',
        'result resultMade',
        'postback wouldSend',
      ]);
      expect(hops.every(({ state }) => state === 'ok')).toBe(true);
      expect(hops.at(-1)?.detail).toMatch(/\/cv\?x=rehearsal-[0-9a-f]+&s=pending$/);
      expect(postbacks.map((path) => path.split('?')[0])).toEqual(['/lp']);
      expect(findings(await runLinkTest({ send: true })).at(-1)).toBe('postback delivered');
      expect(postbacks.filter((path) => path.startsWith('/cv'))).toHaveLength(1);
      expect(await stored()).toEqual(before);
    });

    it('names missing settings', async () => {
      tagOnPage = false;
      expect(findings(await runLinkTest())).toContain('landing noTagOnPage');
      expect(findings(await runLinkTest({ amount: -1 }))).toContain('conversion refused');
      const off = await rest.graphql(
        'mutation ($id: Int!) { updateAd(id: $id, input: { status: false }) { id } }',
        { id: filled.world.open.ads[0] },
      );
      expect(off).toBeTruthy();
      const seen = await eventually(
        async () => findings(await runLinkTest()),
        (hops) => hops.includes('redirect forwardsUncounted'),
      );
      expect(seen).toContain('redirect forwardsUncounted');
    });
  });
});
