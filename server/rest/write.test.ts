import { setTimeout } from 'node:timers/promises';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { ingest } from '../journeys';
import { Events } from '../journeys/testing/fixture';

jest.setTimeout(60_000);

const SCRIPT = '<script>window.hacked=1</script>"\'><img src=x onerror=alert(1)>';

interface Walk {
  readonly path: string;
  /** PUT for most, PATCH for users and agencies. */
  readonly change: 'PUT' | 'PATCH';
  /** Complete new entity; `product_id` is added. */
  readonly input: Record<string, unknown>;
  readonly changed: Record<string, unknown>;
  /** Fields with their default values. */
  readonly emptied?: Record<string, unknown>;
  /** Invalid values with their errors. */
  readonly wrong: ReadonlyArray<readonly [Record<string, unknown>, Record<string, string>]>;
  readonly ofCompany?: boolean;
}

const walks = ({ world: { open, agencies } }: ApiServer): Walk[] => [
  {
    path: '/ads',
    change: 'PUT',
    input: {
      ad_name: SCRIPT,
      ad_post_url: SCRIPT,
      ad_description: SCRIPT,
      agency_id: agencies[0],
      asp_id: open.asp,
      ad_category_id: open.adCategory,
      ad_type1_id: open.adType,
      period_from: '2026/01/01',
      period_to: '2026/12/31',
      redirect_url: 'https://open.example/p',
      click_cost: 1.25,
      cv_cost: 99999999.99,
      a_xclid_flag: true,
      a_xclid: '{click}',
      result_flag: 1,
      result_method: 2,
      webhook_url: 'https://asp.example/?i={result_id}',
      ad_fee_setting: [
        { period_from: '2026/01/01', period_to: '2026/01/31', amount: 100 },
        { period_from: '2026/01/15', period_to: '2026/02/15', amount: 200.5 },
      ],
      performance_cv_flag: true,
      status: false,
    },
    changed: { ad_name: 'B', click_cost: 0, status: true },
    emptied: {
      agency_id: null,
      asp_id: null,
      period_from: null,
      cv_cost: 0,
      a_xclid_flag: false,
      ad_fee_setting: [],
      result_flag: 0,
      webhook_url: null,
    },
    wrong: [
      [{ ad_name: '' }, { ad_name: 'required' }],
      [{ ad_name: 'x'.repeat(256) }, { ad_name: 'maximum length is 255 characters' }],
      [{ cv_cost: '123456789' }, { cv_cost: 'invalid cv cost format' }],
      [{ cv_cost: -1 }, { cv_cost: 'minimum value 0' }],
      [{ redirect_url: 'javascript:alert(1)' }, { redirect_url: 'invalid URL format' }],
      [
        { period_from: '2026/02/01', period_to: '2026/01/31' },
        { period_to: 'the first day is after the last day' },
      ],
      [{ webhook_url: 'https://a.example/?x={nope}' }, { webhook_url: 'unknown placeholder: {nope}' }],
      [
        { result_notice_individually_setting: true, result_flag: 1, result_method: 1, cv_tag: null },
        { cv_tag: 'required for this choice' },
      ],
      [{ asp_id: 'x' }, { asp_id: 'must be a positive integer' }],
      [
        { ad_fee_setting: [{ period_from: '2026/02/01', period_to: '2026/01/01', amount: 1 }] },
        { 'ad_fee_setting[0].period_to': 'the first day is after the last day' },
      ],
    ],
  },
  {
    path: '/asps',
    change: 'PUT',
    input: {
      asp_name: SCRIPT,
      company_name: SCRIPT,
      phone_number: '03-1234-5678',
      address: SCRIPT,
      description: SCRIPT,
      xclid_flag: true,
      xclid: '{c}',
      media_management3: 'k3',
      status: true,
    },
    changed: { asp_name: 'B' },
    emptied: {
      company_name: null,
      phone_number: null,
      xclid_flag: false,
      xclid: null,
      media_management3: null,
    },
    wrong: [
      [{ asp_name: ' ' }, { asp_name: 'required' }],
      [{ phone_number: 'abc' }, { phone_number: 'invalid phone format' }],
      [
        { auto_approval: true, approval_amount_flag: true, approval_amount: -1 },
        { approval_amount: 'minimum value 0' },
      ],
    ],
  },
  {
    path: '/redirects',
    change: 'PUT',
    input: {
      ad_id: open.ads[0],
      redirect_url: 'https://open.example/lp',
      lpo_flag: true,
      dynamic_lpurl: true,
      lpo: [
        { title: SCRIPT, url: 'https://open.example/1', rate: 60 },
        { title: 'B', url: 'https://open.example/2', rate: 40 },
      ],
    },
    changed: { ad_id: open.ads[1], redirect_url: 'https://open.example/other' },
    emptied: { lpo_flag: false, dynamic_lpurl: false, lpo: [] },
    wrong: [
      [{ redirect_url: '' }, { redirect_url: 'required' }],
      [
        { lpo: [{ title: 'A', url: 'https://open.example/', rate: 99 }] },
        { lpo: 'the deliver ratios must total 100 %' },
      ],
      [{ lpo: [{ title: 'A', url: 'nowhere', rate: 100 }] }, { 'lpo[0].url': 'invalid URL format' }],
      [
        { lpo: Array.from({ length: 6 }, () => ({ title: 'A', url: 'https://open.example/', rate: 10 })) },
        { lpo: 'at most 5 entries' },
      ],
    ],
  },
  {
    path: '/cv_settings',
    change: 'PUT',
    input: {
      title: SCRIPT,
      cv_type: 0,
      cv_slot: 3,
      cv_condition: 2,
      cv_url: 'open.example/t*',
      referrer_url: 'open.example/c',
      result_flag: true,
    },
    changed: { title: 'B', cv_type: 0, cv_slot: 2, cv_url: 'https://open.example/done' },
    emptied: { cv_condition: 1, referrer_url: null, result_flag: false },
    wrong: [
      [{ cv_type: 1, cv_slot: 1 }, { cv_slot: 'already in use' }],
      [{ cv_slot: 4 }, { cv_slot: 'maximum value 3' }],
      [{ cv_type: 7 }, { cv_type: 'must be one of 1, 0' }],
      [{ cv_url: null }, { cv_url: 'required for this choice' }],
    ],
  },
  {
    path: '/domains',
    change: 'PUT',
    input: { sender_name: SCRIPT, sender_domain: 'a.example.jp' },
    changed: { sender_name: 'B', sender_domain: 'b.example.jp' },
    wrong: [[{ sender_domain: 'https://x.jp/' }, { sender_domain: 'invalid domain format' }]],
  },
  {
    path: '/ad_categories',
    change: 'PUT',
    input: { title: SCRIPT },
    changed: { title: 'B' },
    wrong: [[{ title: null }, { title: 'required' }]],
  },
  {
    path: '/ad_types',
    change: 'PUT',
    input: { sequence: 3, title: SCRIPT },
    changed: { sequence: 2, title: 'B' },
    wrong: [[{ sequence: 0 }, { sequence: 'minimum value 1' }]],
  },
  {
    path: '/agencies',
    change: 'PATCH',
    input: { agency_name: SCRIPT, agency_desc: SCRIPT },
    changed: { agency_name: 'B' },
    wrong: [[{ agency_name: '' }, { agency_name: 'required' }]],
    ofCompany: true,
  },
  {
    path: '/users',
    change: 'PATCH',
    input: {
      user_name: SCRIPT,
      email: 'new@alpha.example',
      role_type: 4,
      agency_id: agencies[1],
      product_ids: [open.product],
      status: true,
    },
    changed: { user_name: 'B', role_type: 3 },
    wrong: [
      [{ email: 'nobody' }, { email: 'invalid email format' }],
      [{ email: 'ADMIN@beta.example' }, { email: 'already in use' }],
      [{ role_type: 9 }, { role_type: 'must be one of 1, 2, 3, 4' }],
      [{ role_type: 4, agency_id: null }, { agency_id: 'required for this choice' }],
    ],
    ofCompany: true,
  },
];

onEachDatabase((dialect) => {
  describe('writing over REST', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const call = (method: string, path: string, body?: unknown, as = token) =>
      api.rest(path, { method, body, token: as });

    it.each([
      '/ads',
      '/asps',
      '/redirects',
      '/cv_settings',
      '/domains',
      '/ad_categories',
      '/ad_types',
      '/agencies',
      '/users',
    ])('walks through %s', async (path) => {
      const walk = walks(api).find((one) => one.path === path) as Walk;
      const input = walk.ofCompany ? walk.input : { ...walk.input, product_id: api.world.open.product };
      const created = await call('POST', `${path}/`, input);
      expect(created).toMatchObject({ status: 201, body: { ...expectedLpo(input), version: 1 } });
      const { id } = created.body;
      const at = `${path}/${id}/`;
      expect((await call('GET', at)).body).toEqual(created.body);
      const list = await call('GET', `${path}/?keyword=hacked`);
      if (path !== '/redirects') expect(list.body.results.map((row: { id: number }) => row.id)).toContain(id);

      for (const [wrong, errors] of walk.wrong) {
        const refused = await call(walk.change, at, { ...input, ...wrong });
        expect({ wrong, status: refused.status, errors: refused.body.errors }).toEqual({
          wrong,
          status: 400,
          errors: Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]])),
        });
      }

      const changed = await call(walk.change, at, { ...walk.changed, version: 1 });
      expect(changed).toMatchObject({ status: 200, body: { ...walk.changed, ...walk.emptied, version: 2 } });
      if (walk.change === 'PATCH')
        expect(changed.body).toEqual({
          ...created.body,
          ...walk.changed,
          version: 2,
          updated_at: expect.any(String),
        });
      // A response can be sent back unchanged, which is no change.
      expect((await call(walk.change, at, changed.body)).body).toEqual(changed.body);
      const stale = await call(walk.change, at, { ...walk.input, version: 1 });
      expect(stale.status).toBe(409);
      expect(Object.keys(stale.body.errors)).toEqual(
        expect.arrayContaining([
          'version',
          ...Object.keys(walk.changed)
            .filter((name) => !['status', 'cv_type', 'click_cost'].includes(name))
            .slice(0, 1),
        ]),
      );

      expect((await call('DELETE', `${at}?version=1`)).status).toBe(409);
      expect(await call('DELETE', at)).toMatchObject({ status: 204, body: '' });
      expect((await call('GET', at)).status).toBe(404);
      expect((await call('DELETE', at)).status).toBe(404);
      expect((await call(walk.change, at, input)).status).toBe(404);
    });
  });
});

onEachDatabase((dialect) => {
  it('keeps an ad or CV setting while one of its events is being stored', async () => {
    const api = await startApi(dialect);
    const { product } = api.world.open;
    const token = await api.tokenOf('admin@alpha.example');
    const create = async (path: string, body: object) =>
      (await api.rest(path, { method: 'POST', token, body: { product_id: product, ...body } })).body.id;
    const ad = await create('/ads/', { ad_name: 'A' });
    const setting = await create('/cv_settings/', { title: 'M', cv_type: 0, cv_url: 'open.example/' });
    const events = new Events({
      productId: product,
      ads: [ad, 0, 0, 0],
      cv: { last: setting, other: 0, middle: 0 },
    });
    let deletions: Promise<{ status: number }[]> | undefined;
    await api.database.db.write(async (tx) => {
      await ingest(tx, [events.click('c', Date.now(), 'v'), events.conversion('o', Date.now(), 'v')]);
      // The deletions start before the event is stored, and end after.
      deletions ??= Promise.all(
        [`/ads/${ad}/`, `/cv_settings/${setting}/`].map((path) =>
          api.rest(path, { method: 'DELETE', token }),
        ),
      );
      await setTimeout(300);
    });
    const statuses = (await deletions)?.map(({ status }) => status);
    await api.stop();
    expect(statuses).toEqual([409, 409]);
  });
});

/** Adds the ids of new variants. */
const expectedLpo = (input: Record<string, unknown>) =>
  Array.isArray(input.lpo)
    ? { ...input, lpo: input.lpo.map((entry: object) => ({ ...entry, id: expect.any(Number) })) }
    : input;
