import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const TIME = expect.stringMatching(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/);
const meta = { created_at: TIME, updated_at: TIME, version: 1 };

onEachDatabase((dialect) => {
  describe('REST shapes', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const get = (path: string, headers: Record<string, string> = {}) => api.rest(path, { token, headers });
    const as = async (email: string, path: string) => api.rest(path, { token: await api.tokenOf(email) });

    it('an ad has the specification’s fields, labels beside ids, pairs, fees, Tokyo days and all links', async () => {
      const { open } = api.world;
      const { status, body } = await get(`/ads/${open.ads[0]}/`);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: open.ads[0],
        ad_id: open.ads[0],
        product_id: open.product,
        product: 'open',
        ad_name: 'open ad 0',
        ad_post_url: null,
        ad_description: null,
        agency_id: api.world.agencies[0],
        agency: 'First',
        asp_id: open.asp,
        asp: 'open asp',
        ad_category_id: open.adCategory,
        ad_category: 'open category',
        ad_type1_id: open.adType,
        ad_type1: 'open type',
        ad_type2_id: null,
        ad_type2: null,
        ad_type3_id: null,
        ad_type3: null,
        period_from: '2025/01/01',
        period_to: '2027/12/31',
        redirect_url: 'https://open.example/lp?x=1#top',
        redirect_flag: true,
        direct_link: `https://open.example/lp?x=1&a_ad=${open.ads[0]}&a_xclid={cid}#top`,
        submittion_url: 'https://t.example/r/open-ad-0?a_xclid={cid}',
        click_cost: 12.5,
        cv_cost: 800,
        ad_fee_setting: [{ period_from: '2026/01/01', period_to: '2026/01/31', amount: 3100 }],
        use_params_individually_setting: false,
        result_notice_individually_setting: false,
        auto_approval_individually_setting: false,
        a_xclid_flag: false,
        a_xclid: null,
        a_ses_flag: false,
        a_ses: null,
        a_key1_flag: false,
        a_key1: null,
        a_key2_flag: false,
        a_key2: null,
        a_key3_flag: false,
        a_key3: null,
        result_flag: 0,
        result_method: null,
        cv_tag: null,
        webhook_url: null,
        performance_cv_flag: false,
        auto_approval: false,
        approval_flag: false,
        approval_unapproved: null,
        approval_approved: null,
        approval_rejected: null,
        approval_amount_flag: false,
        approval_amount: null,
        args_flag: false,
        args: null,
        exclude_duplicate_ips_flag: false,
        exclude_duplicate_ips: null,
        exclude_duplicate_args_flag: false,
        exclude_duplicate_args: null,
        status: true,
        ad_status: true,
        ...meta,
      });
    });

    it('a redirect has its variants', async () => {
      const { open } = api.world;
      const { body } = await get(`/redirects/${open.redirects[0]}`);
      expect(body).toEqual({
        id: open.redirects[0],
        redirect_id: open.redirects[0],
        product_id: open.product,
        product: 'open',
        ad_id: open.ads[0],
        ad: 'open ad 0',
        redirect_url: 'https://open.example/lp',
        redirect_link: 'https://t.example/r/open-r-0',
        submittion_url: 'https://t.example/r/open-r-0?a_xclid={cid}',
        lpo_flag: true,
        dynamic_lpurl: false,
        lpo: [
          { id: expect.any(Number), title: 'A', url: 'https://open.example/a', rate: 70 },
          { id: expect.any(Number), title: 'B', url: 'https://open.example/b', rate: 30 },
        ],
        ...meta,
      });
    });

    it('an ad network has the specification’s names', async () => {
      const { body } = await get(`/asps/${api.world.open.asp}/`);
      expect(body).toMatchObject({
        asp_name: 'open asp',
        xclid_flag: true,
        xclid: '{cid}',
        media_session_flag: false,
        media_management3: null,
        webhook_url: 'https://asp.example/{xclid}',
      });
      expect(Object.keys(body)).not.toContain('a_xclid');
    });

    it('products, CV settings, domains, categories, types, agencies, users, companies', async () => {
      const { open, company, users, agencies } = api.world;
      expect((await get(`/products/${open.product}/`)).body).toMatchObject({
        id: open.product,
        product_id: open.product,
        product_name: 'open',
        tracking_term: 180,
        week_start: 1,
        attribution_model: 1,
        ad_cost_allocation_mode: 1,
        new_existing_separation: false,
        new_existing_evaluation: 3,
        excluded_ips: null,
        tracker_host: null,
        measured_hosts_only: false,
        more_hosts: null,
        people_user_agents: null,
        robot_user_agents: null,
        tag: `<script async src="https://t.example/tag/${open.product}.js"></script>`,
      });
      const cv = (await get(`/cv_settings/${open.cvSetting}/`)).body;
      expect(cv).toMatchObject({
        cv_setting_id: open.cvSetting,
        cv_type: 1,
        type: 1,
        cv_slot: 1,
        cv_condition: 1,
        cv_url: 'https://open.example/thanks*',
      });
      expect(cv.cv_tag).toContain(`{setting:${open.cvSetting}}`);
      expect((await get(`/domains/${open.domain}`)).body).toEqual({
        id: open.domain,
        product_id: open.product,
        product: 'open',
        sender_name: 'shop',
        sender_domain: 'shop.open.example',
        ...meta,
      });
      expect((await get(`/ad_categories/${open.adCategory}`)).body).toEqual({
        id: open.adCategory,
        product_id: open.product,
        product: 'open',
        title: 'open category',
        ...meta,
      });
      expect((await get(`/ad_types/${open.adType}`)).body).toEqual({
        id: open.adType,
        product_id: open.product,
        product: 'open',
        sequence: 1,
        title: 'open type',
        ...meta,
      });
      expect((await get(`/agencies/${agencies[0]}`)).body).toEqual({
        id: agencies[0],
        agency_id: agencies[0],
        company_id: company,
        agency_name: 'First',
        agency_desc: null,
        ...meta,
      });
      expect((await get(`/users/${users.agency}`)).body).toMatchObject({
        user_id: users.agency,
        user_name: 'agency',
        email: 'agency@alpha.example',
        role_type: 4,
        status: true,
        company_id: company,
        company: 'Alpha',
        agency_id: agencies[0],
        agency: 'First',
        product_ids: [open.product],
      });
      expect((await get(`/users/${users.admin}`)).body.product_ids).toEqual([
        open.product,
        api.world.closed.product,
      ]);
      expect((await get(`/companies/${company}`)).body).toMatchObject({
        company_id: company,
        div_name: 'Alpha',
        login_allowed_ips: null,
        status: true,
      });
      for (const secret of ['password', 'password_hash', 'email_key'])
        expect((await get(`/users/${users.agency}`)).body).not.toHaveProperty(secret);
    });

    it('the logs', async () => {
      const { open } = api.world;
      const product = `?product_id=${open.product}&sortName=id&sortAsc=1`;
      const interaction = {
        id: 'open-c0',
        interaction_id: 'open-c0',
        product_id: open.product,
        product: 'open',
        created_at: '2026/01/15 12:00:00',
        visitor_id: 'open-v0',
        reference_id: 'open-c0',
        access_id: null,
        ad_id: open.ads[0],
        ad: 'open ad 0',
        redirect_id: open.redirects[0],
        lpo_title: null,
        device: 'pc',
        params: 'p=1',
        a_xclid: expect.anything(),
        click_ids: {},
        a_ses: expect.anything(),
        a_key1: expect.anything(),
        a_key2: null,
        a_key3: null,
        cost: 12.5,
        ip_address: '203.0.113.9',
        ua: expect.any(String),
        excluded_reason: null,
        cost_given: false,
        performance_cv_flag: false,
        tracking_term: 180,
        first_touch: true,
        landing_url: null,
        referrer: null,
        door: 'import',
        stored_at: expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
      };
      for (const path of ['/logs/interactions/', '/logs/ads/'])
        expect((await get(path + product)).body.results[0]).toEqual(interaction);
      expect((await get('/logs/interactions/open-c0/')).body).toEqual(interaction);
      expect((await get(`/logs/accesses/${product}`)).body.results[0]).toMatchObject({
        access_id: 'open-p0',
        access_url: 'https://open.example/lp',
        query: 'utm=1',
        referrer: 'https://search.example/',
        os: 'Windows',
        browser: 'Chrome',
        browser_ver: '131.0.0.0',
        interaction_id: 'open-c0',
        access_time: '2026/01/15 12:01:00',
      });
      expect((await get(`/logs/references/${product}`)).body.results[0]).toEqual({
        id: 'open-c0',
        reference_id: 'open-c0',
        product_id: open.product,
        product: 'open',
        visitor_id: 'open-v0',
        first_reference_time: '2026/01/15 12:00:00',
        interaction_id: 'open-c0',
        ad_id: open.ads[0],
        ad: 'open ad 0',
        media_session_id: expect.anything(),
        click_cost: 12.5,
        redirect_id: open.redirects[0],
        lpo_title: null,
        device: 'pc',
        tracking_term: 180,
      });
      expect((await get(`/logs/conversions/${product}`)).body.results[0]).toMatchObject({
        id: 'open-o0',
        conversion_id: 'open-o0',
        event_id: 'open-o0',
        cv_time: '2026/01/15 12:02:00',
        cv_type: 1,
        cv_setting: 'open order',
        user_id: 'customer0',
        amount: 5000.5,
        args: 'order=1',
        last_cv_ad_id: open.ads[0],
        last_cv_ad: 'open ad 0',
        last_cv_ad_name: 'open ad 0',
        last_cv_interaction_id: 'open-c0',
        performance_cv_ad_id: null,
        repeat: false,
      });
    });

    it('masks addresses and customers for restricted roles, in search and sorting too', async () => {
      for (const email of ['analyst@alpha.example', 'agency@alpha.example']) {
        const { body } = await as(email, '/logs/conversions/?sortName=event_id');
        expect(body.results[0]).toMatchObject({
          user_id: expect.stringMatching(/^c[0-9a-f]{12}$/),
          ip_address: null,
          args: null,
        });
        expect((await as(email, '/logs/interactions/')).body.results[0].ip_address).toBeNull();
        for (const query of ['user_id=customer0', 'sortName=user_id', 'sortName=ip_address']) {
          expect((await as(email, `/logs/conversions/?${query}`)).status).toBe(403);
        }
        expect((await as(email, '/logs/conversions/?keyword=customer0')).body.count).toBe(0);
      }
    });

    it('API keys show their secret only once', async () => {
      const path = `/products/${api.world.closed.product}/api-keys/`;
      const created = await api.rest(path, { token, body: { name: 'shop' } });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        name: 'shop',
        product_id: api.world.closed.product,
        secret: expect.stringMatching(/^ick_[\w-]{32}$/),
      });
      const listed = (await get(path)).body;
      expect(listed).toMatchObject({
        count: listed.results.length,
        page: 1,
        page_size: listed.results.length,
      });
      expect(listed.results.map((key: { id: number }) => key.id)).toContain(created.body.id);
      expect(JSON.stringify(listed)).not.toContain(created.body.secret);
      expect((await api.rest(`${path}${created.body.key_id}/`, { method: 'DELETE', token })).status).toBe(
        204,
      );
      expect((await api.rest(`${path}${created.body.key_id}`, { method: 'DELETE', token })).status).toBe(404);
    });
  });
});
