import type { Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { ingest, type IncomingEvent } from '../../journeys';
import { Ad } from '../../settings/ad/ad.entity';
import { Asp } from '../../settings/asp/asp.entity';
import { CvSetting } from '../../settings/cv-setting';
import { settle } from '../../sweeps';
import { startApprovalApi, type ApprovalApi } from '../testing/approval-api';
import { readDecisionFile } from './decision-file';

describe('columns of a decision table', () => {
  const mappingOf = async (header: string, argument: string | null = null) => {
    const options = { argument, given: null, known: [], sheet: null };
    return (await readDecisionFile(`${header}\nx,y,z\n`, options)).mapping;
  };

  it.each([
    ['id,approval_status,reason', { result: 'id', status: 'approval_status', reason: 'reason' }],
    ['result_id,status,Reason', { result: 'result_id', status: 'status', reason: 'Reason' }],
    ['成果ID,承認状況,理由', { result: '成果ID', status: '承認状況', reason: '理由' }],
    ['Result ID,Approval status,Note', { result: 'Result ID', status: 'Approval status', reason: 'Note' }],
    ['成果ID,审批状态,备注', { result: '成果ID', status: '审批状态', reason: '备注' }],
    ['注文番号,ステータス,備考', { order: '注文番号', status: 'ステータス', reason: '備考' }],
    ['注文ID（カート）,ｽﾃｰﾀｽ', { order: '注文ID（カート）', status: 'ｽﾃｰﾀｽ' }],
    ['Order-Number,State', { order: 'Order-Number', status: 'State' }],
    ['オーダーＩＤ,承認', { order: 'オーダーＩＤ', status: '承認' }],
    ['CV ID,クリックID,判定', { conversion: 'CV ID', click: 'クリックID', status: '判定' }],
    ['コンバージョンID,click_id,x', { conversion: 'コンバージョンID', click: 'click_id' }],
    ['識別ID,名前,日付', { order: '識別ID' }],
  ])('are recognised in %s', async (header, fields) => {
    const none = { result: null, order: null, conversion: null, click: null, status: null, reason: null };
    expect(await mappingOf(header)).toEqual({ ...none, ...fields });
  });

  it('include one with the name of the argument', async () =>
    expect(await mappingOf('注文番号,shop_no,status', 'shop_no')).toMatchObject({ order: 'shop_no' }));
});

jest.setTimeout(120_000);

const [PENDING, APPROVED, REJECTED] = [0, 1, 2];

/** Bytes of the characters of Shift_JIS. */
const SHIFT_JIS = new Map<string, readonly number[]>();
for (let lead = 0x81; lead <= 0xe4; lead += lead === 0x9f ? 0x41 : 1)
  for (let trail = 0x40; trail <= 0xfc; trail += 1) {
    const char = new TextDecoder('shift_jis').decode(Uint8Array.of(lead, trail));
    if (!SHIFT_JIS.has(char)) SHIFT_JIS.set(char, [lead, trail]);
  }
const dataUrl = (bytes: Uint8Array) => `data:;base64,${Buffer.from(bytes).toString('base64')}`;
const shiftJis = (text: string) =>
  dataUrl(Uint8Array.from([...text].flatMap((char) => SHIFT_JIS.get(char) ?? char.charCodeAt(0))));
const utf16 = (text: string) => dataUrl(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;

onEachDatabase((dialect) => {
  describe('decision tables of networks and carts', () => {
    let api: ApprovalApi['api'];
    let token: ApprovalApi['token'];
    let product: ApprovalApi['product'];
    let list: ApprovalApi['list'];
    let detail: ApprovalApi['detail'];
    let ads: Readonly<Record<'plain' | 'affise', number>>;

    beforeAll(async () => {
      ({ api, token, product, list, detail } = await startApprovalApi(dialect));
      const affise = await api.database.db.write(async ({ manager }) => {
        const words = { approvalUnapproved: '2', approvalApproved: '1', approvalRejected: '3' };
        const notices = { productId: product, aspName: 'Affise', resultMethod: 2, resultFlag: 1 };
        const asp = await manager.save(Object.assign(new Asp(), { ...notices, ...words }));
        const ad = { productId: product, code: 'affise', adName: 'affise', aspId: asp.id };
        return (await manager.save(Object.assign(new Ad(), ad))).id;
      });
      ads = { plain: api.world.open.ads[0], affise };
    });
    afterAll(() => api.stop());

    let count = 0;
    /** Stores conversions of new visitors who clicked an ad, by id with their arguments. */
    async function store(conversions: Readonly<Record<string, string>>, ad = ads.plain): Promise<void> {
      const nothing = { ses: null, key1: null, key2: null, key3: null, redirectId: 0, lpoEntryId: 0 };
      const events = Object.entries(conversions).flatMap(([id, args]): IncomingEvent[] => {
        count += 1;
        const time = Date.UTC(2026, 0, 16) + count * 1000;
        const base = {
          productId: product,
          door: 'import',
          ip: null,
          ua: null,
          visitorId: `v-${id}`,
        } as const;
        const click = { params: null, landingUrl: null, cost: null, xclid: `x-${id}`, adId: ad };
        const keys = { otherKey1: null, otherKey2: null, otherKey3: null, userId: null };
        const cv = { amount: 1000, url: null, referrer: null, interactionRef: null };
        const cvSettingId = api.world.open.cvSetting;
        return [
          { ...base, ...nothing, ...click, type: 'click', id: `c-${id}`, time },
          { ...base, ...keys, ...cv, type: 'conversion', id, time: time + 500, cvSettingId, args },
        ];
      });
      await api.database.db.write((tx) => ingest(tx, events, { notify: true }));
      await settle(api.database.db);
    }
    const load = async (csv: string, more: object = {}): Promise<Json> =>
      (await api.rest('/logs/results/import/', { token, body: { product_id: product, csv, ...more } })).body;
    const resultOf = async (id: string): Promise<Json> =>
      (await list(`&conversion_id=${encodeURIComponent(id)}`))[0];
    const statesOf = async (...ids: string[]): Promise<number[]> => {
      const rows = new Map((await list()).map((row: Json) => [row.conversion_id, row.approval_status]));
      return ids.map((id) => rows.get(id));
    };

    it('apply order numbers with 確定 and キャンセル in Shift_JIS without a question', async () => {
      await store({ a1: 'order=A-1001', a2: 'order=20261127-0001' });
      const csv = shiftJis(
        lines('注文番号,ステータス,備考', 'A-1001,確定,', '20261127-0001,キャンセル,返品'),
      );
      const dry = await load(csv);
      expect(dry).toMatchObject({ missing: [], argument: 'order', changed: 2, refused: 0 });
      expect(dry.rows[0]).toMatchObject({ status_before: PENDING, approval_status: APPROVED });
      await load(csv, { argument: 'order', dry_run: false });
      expect(await statesOf('a1', 'a2')).toEqual([APPROVED, REJECTED]);
      expect((await detail((await resultOf('a2')).id)).history.at(-1)).toMatchObject({ reason: '返品' });
    });

    it("read the words of an ad network's settings before this product's numbers, by each result", async () => {
      await store({ b0: 'order=AF0', b1: 'order=AF1', b2: 'order=AF2' }, ads.affise);
      await store({ b3: 'order=AF3' });
      const done = await load('order,status\nAF0,2\nAF1,1\nAF2,3\nAF3,2\n', { dry_run: false });
      expect(done.rows.map((row: Json) => row.action)).toEqual(['unchanged', 'change', 'change', 'change']);
      expect(await statesOf('b0', 'b1', 'b2', 'b3')).toEqual([PENDING, APPROVED, REJECTED, REJECTED]);
      const own = `id,approval_status\n${(await resultOf('b0')).id},2\n`;
      expect((await load(own)).rows).toMatchObject([{ approval_status: REJECTED }]);
    });

    it('ask for each unknown word once, and remember the answer for the ad network', async () => {
      await store({ c1: 'order=C1', c2: 'order=C2' });
      const csv = 'order,status\nC1,要調査\nC2,要調査\n';
      const word = { word: '要調査', approval_status: null, unknown: true, rows: 2 };
      expect(await load(csv)).toMatchObject({ words: [word], refused: 2 });
      expect(await load(csv, { words: [{ word: '要調査' }] })).toMatchObject({ changed: 0, skipped: 2 });
      const words = [{ word: '要調査', approval_status: REJECTED }];
      expect(await load(csv, { words, dry_run: false })).toMatchObject({ changed: 2, refused: 0 });
      expect((await load(csv)).words).toMatchObject([{ approval_status: REJECTED, unknown: false }]);
    });

    it('are read again with the columns and the argument that users chose', async () => {
      await store({ d1: 'shop_no=D1' });
      const csv = '番号,処理\nD1,承認\n';
      expect(await load(csv)).toMatchObject({
        missing: ['key', 'status'],
        columns: ['番号', '処理'],
        rows: [],
      });
      expect((await load(csv, { dry_run: false })).errors).toEqual({ csv: [expect.any(String)] });
      const mapping = { order: '番号', status: '処理' };
      expect(await load(csv, { mapping, dry_run: false })).toMatchObject({ changed: 1, argument: 'shop_no' });
      expect(await load(csv)).toMatchObject({ missing: [], mapping, argument: 'shop_no', unchanged: 1 });
      expect(await load('番号,処理,エラーの内容\nD1,承認,x\n')).toMatchObject({ missing: [], mapping });
      expect((await load(csv, { mapping: { order: 'x' } })).errors).toMatchObject({
        'mapping.order': [expect.any(String)],
      });
    });

    it("need the argument of orders only if neither a CV setting's order key nor the conversions tell it", async () => {
      await store({ e1: 'shop_no=E1&sku=E1' });
      const csv = '注文番号,ステータス\nE1,確定\n';
      expect(await load(csv)).toMatchObject({
        missing: ['argument'],
        argument: null,
        argument_names: expect.arrayContaining(['shop_no', 'sku', 'order']),
      });
      expect(await load(csv, { argument: 'sku' })).toMatchObject({ missing: [], changed: 1 });
      const setOrderKey = (orderKey: string | null) =>
        api.database.db.write(({ manager }) =>
          manager.update(CvSetting, { id: api.world.open.cvSetting }, { orderKey }),
        );
      await setOrderKey('shop_no');
      expect(await load(csv)).toMatchObject({ missing: [], argument: 'shop_no', changed: 1 });
      await setOrderKey(null);
    });

    it('find results by every kind of id', async () => {
      await store({ f1: 'order=F1' });
      const { id } = await resultOf('f1');
      for (const csv of [
        'CV ID,status\nf1,1\n',
        '注文番号,status\nf1,1\n',
        'click id,status\nx-f1,1\n',
        'click id,status\nc-f1,1\n',
        '注文番号,status\nＦ１,1\n',
        '成果ID,注文番号,status\n999,F1,1\n',
        `注文ID,ステータス\n${id},確定\n`,
      ])
        expect([csv, await load(csv)]).toMatchObject([csv, { changed: 1, refused: 0, missing: [] }]);
    });

    it('leave the results of repeated orders alone', async () => {
      await store({ g1: 'order=G1', g2: 'order=G1' });
      await api.database.db.write((tx) =>
        tx.execute("UPDATE conversion SET excluded_reason = 'duplicate_order' WHERE event_id = 'g2'"),
      );
      expect(await load('order,status\nG1,1\n')).toMatchObject({ changed: 1 });
    });

    it('can lack a status if all rows have the same one', async () => {
      await store({ h1: 'order=H1' });
      const csv = '注文番号,売上\nH1,500\n合計,500\n';
      expect(await load(csv)).toMatchObject({ missing: ['status'], rows: [] });
      const done = await load(csv, { approval_status: REJECTED, dry_run: false });
      expect(done).toMatchObject({ changed: 1, skipped: 1, refused: 0 });
    });

    it('have rows that contradict each other refused, and no others', async () => {
      await store({ i1: 'order=I1', i2: 'order=I2' });
      const csv = 'order,status\nI1,承認\nI2,承認\nI1,否認\n\nnobody,承認\nI2,\n合計,3\n';
      const { rows, ...body } = await load(csv, { dry_run: false });
      expect(rows.map((row: Json) => [row.line, row.action, row.problem, row.cells])).toEqual([
        [2, 'refused', 'line 4 decides otherwise about the same result', ['I1', '承認']],
        [3, 'change', null, []],
        [4, 'refused', 'line 2 decides otherwise about the same result', ['I1', '否認']],
        [6, 'refused', 'no result has “nobody”', ['nobody', '承認']],
        [7, 'refused', 'the row has no approval status', ['I2', '']],
        [8, 'skipped', null, []],
      ]);
      expect(body).toMatchObject({ changed: 1, skipped: 1, refused: 4 });
      expect(await statesOf('i1', 'i2')).toEqual([PENDING, APPROVED]);
    });

    const A8 = 'プログラムID,プログラム名,メディアID,注文ID,クリック日,発生日,発生金額,ステータス';
    const a8 = (order: string, status: string) =>
      `s00000012345,春のキャンペーン,a01234567890,${order},2026/01/15,2026/01/16,"1,000",${status}`;
    const VC = '注文日時,オーダーID,サイト名,注文金額,報酬額,承認状況,却下理由';
    const vc = (order: string, status: string, reason = '') =>
      `2026-01-16 09:00:00,${order},価格サイト,1000,100,${status},${reason}`;
    it.each<[string, string]>([
      ['A8, Shift_JIS', shiftJis(lines(A8, a8('N1', '確定'), a8('N2', 'キャンセル'), a8('N3', '未確定')))],
      [
        'A8 with a title and totals',
        lines(
          '成果レポート,2026/01/01～2026/01/31',
          '',
          A8,
          a8('N1', '確定'),
          a8('N2', 'キャンセル'),
          a8('N3', '未確定'),
          '合計,,,,,,"3,000",',
        ),
      ],
      [
        'A8 with line ends of old spreadsheets',
        lines(A8, a8('N1', '承認'), a8('N2', '否認'), a8('N3', '未承認')).replaceAll('\r\n', '\r'),
      ],
      [
        'A8, UTF-16 with tabs',
        utf16(
          lines(A8, a8('N1', '確定済み'), a8('N2', '非承認'), a8('N3', '発生'))
            .replaceAll('"1,000"', '1000')
            .replaceAll(',', '\t'),
        ),
      ],
      [
        'A8 in full width with a BOM',
        `\uFEFF${lines(A8.replace('注文ID', '注文ＩＤ'), a8('N1', 'ＯＫ'), a8('N2', 'ＮＧ'), a8('N3', '保留'))}`,
      ],
      ['ValueCommerce', lines(VC, vc('N1', '承認'), vc('N2', '却下', '返品'), vc('N3', '保留'))],
      [
        'ValueCommerce, Shift_JIS with totals',
        shiftJis(lines(VC, vc('N1', '成立'), vc('N2', '不成立'), vc('N3', '承認待ち'), '総計,,,3000,300,,')),
      ],
      [
        'ValueCommerce in quotes',
        lines(VC, vc('N1', 'Approved'), vc('N2', 'Declined'), vc('N3', 'Pending')).replace(
          /[^,\r\n]+/g,
          '"$&"',
        ),
      ],
      [
        'ValueCommerce with semicolons',
        lines(VC, vc('N1', '○'), vc('N2', '×'), vc('N3', '△')).replaceAll(',', ';'),
      ],
      [
        'ValueCommerce with an id of its own',
        lines(
          `成果ID,${VC}`,
          `9001,${vc('N1', 'confirmed')}`,
          `9002,${vc('N2', 'cancelled')}`,
          `9003,${vc('N3', 'On Hold')}`,
        ),
      ],
    ])('are read as %s writes them', async (_shape, csv) => {
      if ((await resultOf('n1')) === undefined)
        await store({ n1: 'order=N1', n2: 'order=N2', n3: 'order=N3' });
      const { rows, ...body } = await load(csv);
      expect(body).toMatchObject({ missing: [], refused: 0, changed: 2, unchanged: 1 });
      expect(
        rows.flatMap((row: Json) => (row.action === 'skipped' ? [] : [[row.value, row.approval_status]])),
      ).toEqual([
        ['N1', APPROVED],
        ['N2', REJECTED],
        ['N3', PENDING],
      ]);
    });
  });
});
