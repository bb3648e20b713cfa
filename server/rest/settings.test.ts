import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const NO_CONDITIONS = 'no permission to view the data for the specified conditions';

onEachDatabase((dialect) => {
  describe('setting rules over REST', () => {
    let api: ApiServer;
    let admin: string;
    let agency: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      agency = await api.tokenOf('agency@alpha.example');
    });
    afterAll(() => api.stop());
    const call = (method: string, path: string, body?: unknown, token: string | null = admin) =>
      api.rest(path, { method, body, token });
    const create = async (path: string, body: object, token = admin) =>
      (await call('POST', path, { product_id: api.world.open.product, ...body }, token)).body;

    describe('references', () => {
      it.each(['asp_id', 'agency_id', 'ad_category_id', 'ad_type1_id'])(
        'an ad rejects a foreign %s',
        async (field) => {
          const { open, closed, foreign } = api.world;
          const kind = { asp_id: 'asp', ad_category_id: 'adCategory', ad_type1_id: 'adType' } as const;
          const of = (world: typeof open) =>
            field === 'agency_id' ? foreign.agency : world[kind[field as keyof typeof kind]];
          for (const id of [of(closed), of(foreign), 987_654]) {
            const refused = await call('POST', '/ads/', {
              product_id: open.product,
              ad_name: 'A',
              [field]: id,
            });
            expect(refused).toMatchObject({
              status: 403,
              body: { _message: [NO_CONDITIONS], errors: { [field]: [NO_CONDITIONS] } },
            });
          }
        },
      );

      it('an ad accepts a type only in its position', async () => {
        const { open } = api.world;
        expect(
          (await call('POST', '/ads/', { product_id: open.product, ad_name: 'A', ad_type2_id: open.adType }))
            .status,
        ).toBe(400);
      });

      it('rejects creation in, and moves to, a product outside the list', async () => {
        const { open, closed, foreign } = api.world;
        const manager = await api.tokenOf('manager@alpha.example');
        for (const product_id of [closed.product, foreign.product, 987_654]) {
          expect(await call('POST', '/asps/', { product_id, asp_name: 'A' }, manager)).toMatchObject({
            status: 403,
            body: { _message: ['no permission to view the data'] },
          });
        }
        expect((await call('POST', '/asps/', { asp_name: 'A' })).body.errors).toEqual({
          product_id: ['required'],
        });
        expect(
          (await call('PUT', `/asps/${open.asp}/`, { product_id: closed.product, asp_name: 'A' })).body
            .errors,
        ).toEqual({ product_id: ['can’t be changed here'] });
      });

      it.each<[path: string, fields: string[], chosen?: Record<string, string[]>]>([
        ['asps', ['asp_name']],
        ['ads', ['ad_name']],
        ['ad_categories', ['title']],
        ['ad_types', ['sequence', 'title']],
        ['cv_settings', ['title', 'cv_type'], { cv_url: ['required for this choice'] }],
        ['domains', ['sender_name', 'sender_domain']],
        ['redirects', ['ad_id', 'redirect_url']],
      ])(
        'names all missing fields of %s at once, including the product',
        async (path, fields, chosen = {}) => {
          const { status, body } = await call('POST', `/${path}/`, {});
          expect([status, body.errors]).toEqual([
            400,
            {
              ...Object.fromEntries(['product_id', ...fields].map((field) => [field, ['required']])),
              ...chosen,
            },
          ]);
          expect((await call('POST', `/${path}/`, { product_id: 'x' })).body.errors).toEqual({
            ...body.errors,
            product_id: ['must be a positive integer'],
          });
        },
      );

      it('a redirect belongs to the product of its ad permanently', async () => {
        const { open, closed, foreign } = api.world;
        const redirect = (
          await call('POST', '/redirects/', { ad_id: open.ads[0], redirect_url: 'https://open.example/' })
        ).body;
        expect(redirect).toMatchObject({
          product_id: open.product,
          redirect_link: expect.stringMatching(/^https:\/\/t\.example\/r\/[\w-]{16}$/),
        });
        expect(
          (
            await call('PUT', `/redirects/${redirect.id}/`, {
              ad_id: closed.ads[0],
              redirect_url: 'https://open.example/',
            })
          ).status,
        ).toBe(403);
        for (const ad of [foreign.ads[0], 999_999])
          expect(
            (await call('POST', '/redirects/', { ad_id: ad, redirect_url: 'https://open.example/' })).body
              .errors,
          ).toHaveProperty('ad_id');
      });
    });

    describe('posting URLs', () => {
      const page = 'https://open.example/lp?x=1#top';
      it('an ad’s posting URL is its own link, or its direct link if the flag is off', async () => {
        const given = {
          ad_name: 'posted',
          redirect_url: page,
          use_params_individually_setting: true,
          a_key1_flag: true,
          a_key1: '{k}',
        };
        const ad = await create('/ads/', given);
        expect(ad).toMatchObject({
          redirect_flag: true,
          direct_link: `https://open.example/lp?x=1&a_ad=${ad.id}&a_key1={k}#top`,
        });
        expect(ad.submittion_url).toMatch(/^https:\/\/t\.example\/r\/[\w-]+\?a_key1=\{k\}$/);
        const direct = await call('PUT', `/ads/${ad.id}/`, { ...given, redirect_flag: false });
        expect(direct.body).toMatchObject({ submittion_url: ad.direct_link, direct_link: ad.direct_link });
        expect(
          (await call('PUT', `/ads/${ad.id}/`, { ...given, redirect_flag: false, redirect_url: null })).body,
        ).toMatchObject({ submittion_url: null, direct_link: null });
      });

      it('a redirect’s posting URL has the parameters of its ad or of the ad’s asp', async () => {
        const asp = await create('/asps/', {
          asp_name: 'with click ids',
          a_xclid_flag: true,
          a_xclid: '{cid}',
        });
        const given = { ad_name: 'split', asp_id: asp.id, a_ses_flag: true, a_ses: '{own}' };
        const ad = await create('/ads/', given);
        const redirect = (await call('POST', '/redirects/', { ad_id: ad.id, redirect_url: page })).body;
        expect(redirect.submittion_url).toBe(`${redirect.redirect_link}?a_xclid={cid}`);
        await call('PUT', `/ads/${ad.id}/`, { ...given, use_params_individually_setting: true });
        expect((await call('GET', `/redirects/${redirect.id}/`)).body.submittion_url).toBe(
          `${redirect.redirect_link}?a_ses={own}`,
        );
      });
    });

    it('rejects public suffixes as a domain', async () => {
      const { id } = (
        await api.graphql('mutation { createProduct(input: { productName: "P" }) { id } }', { token: admin })
      ).body.data.createProduct;
      const wrong = 'anybody can register names below this domain; enter your own';
      const sql = (text: string, params: (string | number)[]) =>
        api.database.db.write((tx) => tx.execute(text, params));
      for (const domain of [
        'co.jp',
        'CO.JP',
        'tokyo.jp',
        'github.io',
        'com.cn',
        '公司.cn',
        'xn--55qx5d.cn',
        'co.uk',
      ]) {
        const sender = await call('POST', '/domains/', {
          product_id: id,
          sender_name: 'S',
          sender_domain: domain,
        });
        expect([domain, sender.status, sender.body.errors]).toEqual([
          domain,
          400,
          { sender_domain: [wrong] },
        ]);
        const product = await call('PUT', `/products/${id}/`, { product_name: 'P', product_domain: domain });
        expect([domain, product.status, product.body.errors]).toEqual([
          domain,
          400,
          { product_domain: [wrong] },
        ]);
      }
      for (const domain of ['shop.co.jp', 'me.github.io', 'shop.intra.local', 'localhost']) {
        expect(
          (await call('POST', '/domains/', { product_id: id, sender_name: 'S', sender_domain: domain }))
            .status,
        ).toBe(201);
      }
      // A value from before the rule can be sent back.
      await sql('UPDATE product SET product_domain = ? WHERE id = ?', ['co.jp', id]);
      expect(
        (await call('PUT', `/products/${id}/`, { product_name: 'P', product_domain: 'co.jp' })).status,
      ).toBe(200);
    });

    describe('an agency', () => {
      it('edits and creates its own ads, without costs, fees, tags or rules', async () => {
        const { open, agencies } = api.world;
        const ad = await create('/ads/', { ad_name: 'mine' }, agency);
        expect(ad).toMatchObject({ agency_id: agencies[0], click_cost: 0 });
        const closed = {
          click_cost: 5,
          cv_cost: 5,
          cv_tag: '<p>',
          webhook_url: 'https://a.example/',
          auto_approval: true,
          ad_fee_setting: [{ period_from: '2026/01/01', period_to: '2026/01/02', amount: 1 }],
        };
        const refused = await call('PUT', `/ads/${open.ads[0]}/`, { ad_name: 'x', ...closed }, agency);
        expect(refused.status).toBe(403);
        expect(Object.keys(refused.body.errors).sort()).toEqual(Object.keys(closed).sort());
        expect(
          (await call('POST', '/ads/', { product_id: open.product, ad_name: 'x', click_cost: 5 }, agency))
            .status,
        ).toBe(403);
        // Read-only fields keep their value, sent back or omitted.
        const before = (await call('GET', `/ads/${open.ads[0]}/`)).body;
        const renamed = await call(
          'PUT',
          `/ads/${open.ads[0]}/`,
          { ad_name: 'renamed', asp_id: open.asp },
          agency,
        );
        expect(renamed).toMatchObject({
          status: 200,
          body: {
            ad_name: 'renamed',
            click_cost: before.click_cost,
            cv_cost: before.cv_cost,
            ad_fee_setting: before.ad_fee_setting,
            agency_id: agencies[0],
          },
        });
        expect(
          (await call('PUT', `/ads/${open.ads[0]}/`, { ...renamed.body, ad_name: 'again' }, agency)).status,
        ).toBe(200);
      });

      it('finds no ad of another agency, and can’t transfer its own', async () => {
        const { open, agencies } = api.world;
        expect((await call('PUT', `/ads/${open.ads[1]}/`, { ad_name: 'x' }, agency)).status).toBe(404);
        expect((await call('DELETE', `/ads/${open.ads[1]}/`, undefined, agency)).status).toBe(404);
        expect(
          (await call('PUT', `/ads/${open.ads[0]}/`, { ad_name: 'x', agency_id: agencies[1] }, agency))
            .status,
        ).toBe(403);
        expect(
          (
            await call(
              'POST',
              '/redirects/',
              { ad_id: open.ads[1], redirect_url: 'https://open.example/' },
              agency,
            )
          ).status,
        ).toBe(403);
        expect((await call('PUT', `/asps/${open.asp}/`, { asp_name: 'x' }, agency)).status).toBe(403);
      });
    });

    it('rejects the deletion of settings with dependents and names them', async () => {
      const { open, agencies } = api.world;
      const refusal =
        'It can’t be deleted because other data depends on it. Remove what depends on it first:';
      const withStatus =
        'It can’t be deleted because other data depends on it. Set its status to inactive instead, or remove what depends on it:';
      const expected: [string, RegExp[]][] = [
        [
          `/ads/${open.ads[1]}/`,
          [/1 redirect$/, /1 ad contact in the log/, /1 page view in the log/, /1 on\/off test$/],
        ],
        [`/asps/${open.asp}/`, [/\d ads/, /2 results$/]],
        [`/redirects/${open.redirects[1]}/`, [/1 ad contact in the log/]],
        [`/cv_settings/${open.cvSetting}/`, [/2 conversions/]],
        [`/ad_categories/${open.adCategory}/`, [/1 ad$/]],
        [`/ad_types/${open.adType}/`, [/1 ad$/]],
        [`/agencies/${agencies[1]}/`, [/\d ads/]],
        [`/agencies/${agencies[0]}/`, [/\d ads/, /1 user$/]],
      ];
      for (const [path, parts] of expected) {
        const { status, body } = await call('DELETE', path);
        expect([path, status, body._message]).toEqual([
          path,
          409,
          [/ads|asps/.test(path) ? withStatus : refusal, ...parts.map((part) => expect.stringMatching(part))],
        ]);
      }
      const preview = await api.graphql(`{ dependents(of: AD, id: ${open.ads[1]}) { kind count label } }`, {
        token: admin,
        headers: { 'accept-language': 'ja' },
      });
      expect(preview.body.data.dependents[0]).toEqual({
        kind: 'redirect',
        count: 1,
        label: 'リダイレクト 1件',
      });
    });
  });
});
