import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer, type Json } from './testing/api-server';
import { callers } from './testing/endpoints';
import { mediaCostCalls } from './testing/media-cost-calls';

jest.setTimeout(120_000);

const [ADMIN] = callers.map(({ email }) => email) as [string];
const HEADER = '日付,広告ID,費用,表示回数,クリック数';

onEachDatabase((dialect) => {
  describe('media cost import', () => {
    let api: ApiServer;
    let product: number;
    let ads: readonly [number, number];
    beforeAll(async () => {
      api = await startApi(dialect);
      product = api.world.open.product;
      ads = api.world.open.ads as unknown as [number, number];
    });
    afterAll(() => api.stop());

    const { call, upload, table, actions } = mediaCostCalls(() => api);

    it('sums lines of one ad and day, and stores none of them if one is invalid', async () => {
      const parts = await upload(
        table(
          `2025/09/01,${ads[0]},100.10,1000,10`,
          `2025/09/01,${ads[0]},200.20,500,5`,
          `2025/09/02,${ads[0]},1,1,1`,
          `2025/09/02,${ads[0]},x,1,1`,
        ),
      );
      expect(actions(parts.body)).toEqual(['create', 'added', 'refused', 'refused']);
      expect([parts.body.rows[0].cost, parts.body.rows[1].added_to, parts.body.applied]).toEqual([
        300.3,
        2,
        true,
      ]);
      expect(
        (await call('GET', ADMIN, `/media-costs/ads/?product_id=${product}&day=2025/09/02`)).body.results,
      ).toEqual([]);
    });

    it('remembers the columns of a source, and finds ads by code and name', async () => {
      const [{ code, ad_name: name }] = (await api.database.db.read<{ code: string; ad_name: string }>(
        'SELECT code, ad_name FROM ad WHERE id = ?',
        [ads[0]],
      )) as [{ code: string; ad_name: string }];
      const mapping = {
        ...{ day: 'いつ', ad: 'どれ', ad_by: 'code', cost: 'いくら', impressions: null, clicks: null },
        ...{ campaign: null, ad_set: null, period_end: null, currency: null },
        ...{ conversions: null, conversion_value: null, view_through: null },
      };
      const csv = `レポート\tアカウント1\n期間\t2025/08\nいつ\tどれ\tいくら\n2025年8月1日\thttps://t.example/r/${code}?xclid=1\t５００\n`;
      const unknown = await upload(csv, { source_name: '独自', dry_run: true });
      expect([unknown.status, unknown.body.missing, unknown.body.rows]).toEqual([
        200,
        ['day', 'ad', 'cost'],
        [],
      ]);
      const refused = await upload(csv, { source_name: '独自' });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
        400,
        ['mapping.day', 'mapping.ad', 'mapping.cost'],
      ]);
      expect(actions((await upload(csv, { source_name: '独自', mapping })).body)).toEqual(['create']);
      const next = await upload(csv.replaceAll('8月1日', '8月2日'), { source_name: '独自', dry_run: true });
      expect([next.body.mapping, actions(next.body)]).toEqual([mapping, ['create']]);
      const named = await upload(`日付,広告名,費用\n2025/08/03,"${name}",1\n`, {
        source_name: '独自',
        dry_run: true,
      });
      expect([named.body.mapping.ad_by, named.body.rows[0].ad_id]).toEqual(['name', ads[0]]);
    });

    it('names line, column and rule of each error', async () => {
      const { body } = await upload(
        table(
          '2025/02/30,1,1,1,1',
          `2025/01/01,${api.world.foreign.ads[0]},1,1,1`,
          `2025/01/01,${api.world.closed.ads[0]},1,1,1`,
          '2025/01/01,987654,1,1,1',
          `2025/01/01,${ads[0]},-5,1.5,abc`,
          `2025/01/02,${ads[0]},1.234,1,1`,
          `2025/01/03,${ads[0]},,1,1`,
          `2099/01/03,${ads[0]},1,1,1`,
          `2025/13/03,${ads[0]},1,1,1`,
          `2025/01/04,${ads[0]},9999999999999,1,1`,
        ),
        { dry_run: true },
      );
      expect(
        body.rows.map(({ line, problems }: Json) => [
          line,
          problems.map(({ field, column }: Json) => `${field}:${column}`),
        ]),
      ).toEqual([
        [2, ['day:日付', ...(ads.includes(1) ? [] : ['ad:広告ID'])]],
        [3, ['ad:広告ID']],
        [4, ['ad:広告ID']],
        [5, ['ad:広告ID']],
        [6, ['cost:費用', 'impressions:表示回数', 'clicks:クリック数']],
        [7, ['cost:費用']],
        [8, ['cost:費用']],
        [9, ['day:日付']],
        [10, ['day:日付']],
        [11, ['cost:費用']],
      ]);
      expect(body.rows[4].problems.map(({ value, message }: Json) => [value, message])).toEqual([
        ['-5', 'must not be negative'],
        ['1.5', 'must be a whole number from 0 on'],
        ['abc', 'must be a number'],
      ]);
      expect(
        [body.rows[5], body.rows[9], body.rows[6], body.rows[3], body.rows[0]].map(
          ({ problems }: Json) => problems[0].value,
        ),
      ).toEqual(['1.234', '9999999999999', null, null, '2025/02/30']);
      // An ad of another company gets the same message as an unknown one.
      expect(body.rows[1].problems[0].message.replace(/\d+/, 'N')).toBe(
        body.rows[3].problems[0].message.replace(/\d+/, 'N'),
      );
    });

    it.each([
      ['an empty name', { source_name: ' ' }, 'source_name'],
      ['a name too long', { source_name: 'x'.repeat(256) }, 'source_name'],
      ['a column that is not there', { mapping: { day: '無い', ad: '広告ID', cost: '費用' } }, 'mapping.day'],
      [
        'another way to identify ads',
        { mapping: { day: '日付', ad: '広告ID', cost: '費用', ad_by: 'colour' } },
        'mapping.ad_by',
      ],
      ['a broken table', { csv: 'a,"b\nc' }, 'csv'],
      ['an empty file', { csv: '', dry_run: true }, 'csv'],
      ['a header alone', { csv: HEADER, dry_run: true }, 'csv'],
      ['text that is no table', { csv: 'Dear all,\nthe report follows.\n', dry_run: true }, 'csv'],
      ['too many lines', { csv: `${HEADER}\n${`2025/01/01,1,1,1,1\n`.repeat(10_021)}` }, 'csv'],
    ])('rejects %s by name', async (_, more, field) => {
      const { status, body } = await upload(table(`2025/01/01,${ads[0]},1,1,1`), more);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('rejects garbage without failing', async () => {
      for (const csv of [
        '',
        '\u0000\u0001\u0002',
        '<html></html>',
        '{"a":1}',
        `${','.repeat(20_000)}`,
        'PK\u0003\u0004'.repeat(1000),
      ]) {
        const { status } = await upload(csv);
        expect(status).toBe(400);
      }
      const huge = await upload(`${HEADER}\n${'x'.repeat(9 * 1024 * 1024)}`);
      expect([huge.status, huge.body._message]).toEqual([413, ['The request body is too large.']]);
    });
  });
});
