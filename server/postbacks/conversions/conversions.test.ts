import { type Json } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { settle } from '../../sweeps';
import { HASH, TOKEN, TIME, stageSenders } from '../testing/sender-stage';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  const stage = stageSenders(dialect);
  const { requests, productId, database, create, convert, decide, send, ledger, dueNow } = stage;

  it('sends a conversion once, with its click id, digest and value', async () => {
    await create();
    const [id] = await convert();
    await dueNow();
    await send();
    await decide();
    await send();
    expect(requests).toHaveLength(1);
    const [{ path, body }] = requests as [(typeof requests)[number]];
    expect(path).toBe('/v25.0/123/events');
    expect(body).toMatchObject({
      access_token: TOKEN,
      data: [
        {
          event_name: 'Purchase',
          event_time: TIME / 1000,
          event_source_url: 'https://shop.example/thanks',
          user_data: { em: [HASH], fbc: `fb.1.${TIME - 60_000}.fb-${id}`, client_ip_address: '203.0.113.10' },
          custom_data: { currency: 'JPY', value: 5400 },
        },
      ],
    });
    const [row] = await ledger();
    expect(row).toMatchObject({
      conversion_id: id,
      state: 'accepted',
      value: 5400,
      attempts: 1,
      reason: null,
    });
    expect(row.transaction_id).toBe(body.data[0].event_id);
    const { body: detail } = await stage.api.rest(`/logs/conversionSends/${row.id}/`, { token: stage.token });
    expect(detail.attempt_log).toMatchObject([{ http_status: 200, conversions: 1 }]);
  });

  it('does not send without consent or key, or what is too old', async () => {
    await create();
    const match = {
      consent: null,
      hashedEmail: HASH,
      hashedPhone: null,
      hashedPhoneDigits: null,
      fbp: null,
      lySu: null,
      lyR: null,
      clickIds: undefined,
    };
    const [noConsent] = await convert({ match });
    const [denied] = await convert({ match: { ...match, consent: 'denied' } });
    const [without] = await convert({ match: undefined });
    const [noKey] = await convert(
      { match: { ...match, consent: 'granted', hashedEmail: null } },
      { clickIds: { gclid: 'x' } },
    );
    const [old] = await convert({ time: TIME - 7 * 86_400_000 }, { time: TIME - 8 * 86_400_000 });
    const [own] = await convert(
      { match: { ...match, consent: 'granted', hashedEmail: null, clickIds: { fbclid: 'own' } } },
      { clickIds: undefined },
    );
    await dueNow();
    await send();
    const states = Object.fromEntries((await ledger()).map((row) => [row.conversion_id, row.state]));
    expect(states).toEqual({
      [String(noConsent)]: 'no_consent',
      [String(denied)]: 'no_consent',
      [String(without)]: 'no_consent',
      [String(noKey)]: 'no_key',
      [String(old)]: 'too_old',
      [String(own)]: 'accepted',
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['SUCCESS', { state: 'accepted', reason: null }],
    ['FAILED', { state: 'refused', reason: 'FAILED' }],
    ['PARTIAL_SUCCESS', { state: 'sent', reason: 'PARTIAL_SUCCESS' }],
  ])('asks Google for the outcome of a received batch until it is %s', async (outcome, expected) => {
    await create({
      platform: 'google_data_manager',
      credentials: { account_id: '1', conversion_action_id: '2', access_token: TOKEN },
    });
    await convert();
    await convert();
    await dueNow();
    let requestStatus = 'PROCESSING';
    stage.answer = (_body, path) =>
      path.startsWith('/v1/requestStatus')
        ? [200, { requestStatusPerDestination: [{ requestStatus }] }]
        : [200, { requestId: 'r 1' }];
    await send(TIME);
    expect(await ledger()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    await send(TIME + 60_000);
    requestStatus = outcome;
    await send(TIME + 120_000);
    expect(await ledger()).toMatchObject([expected, expected]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/events:ingest',
      ...Array(2).fill('/v1/requestStatus:retrieve?requestId=r+1'),
    ]);
    const [row] = await ledger();
    const { body } = await stage.api.rest(`/logs/conversionSends/${row.id}/`, { token: stage.token });
    expect(body.attempt_log).toHaveLength(3);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
  });

  it('retries with the same key, then gives up', async () => {
    await create();
    await convert();
    await dueNow();
    stage.answer = () => [500];
    await send(TIME);
    expect(await ledger()).toMatchObject([{ state: 'waiting', attempts: 1, reason: 'HTTP 500' }]);
    await send(TIME + 60_000);
    await send(TIME + 360_000);
    expect(await ledger()).toMatchObject([{ state: 'given_up', attempts: 3, next_at: null }]);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    stage.answer = () => [200, {}];
    const [row] = await ledger();
    const before = row.transaction_id;
    const { status } = await stage.api.rest(`/logs/conversionSends/${row.id}/resend/`, {
      token: stage.token,
      body: {},
    });
    expect(status).toBe(200);
    await database().write((tx) => tx.execute('DELETE FROM postback_host'));
    await send(TIME + 400_000);
    expect(await ledger()).toMatchObject([{ state: 'accepted', transaction_id: before }]);
  });

  it('splits a refused batch until the bad conversion is alone', async () => {
    await create();
    const ids = await convert({}, {}, 9);
    await dueNow();
    const bad = ids[4];
    stage.answer = ({ data }) =>
      data.some(({ user_data: { fbc } }: Json) => fbc.endsWith(`.fb-${bad}`))
        ? [400, { error: { message: 'bad event' } }]
        : [200, {}];
    await send();
    const rows = await ledger();
    expect(rows.filter(({ state }) => state === 'accepted')).toHaveLength(8);
    const refused = rows.find(({ state }) => state === 'refused');
    expect(refused).toMatchObject({ conversion_id: bad, reason: 'HTTP 400: bad event' });
    const { body: detail } = await stage.api.rest(`/logs/conversionSends/${refused.id}/`, {
      token: stage.token,
    });
    expect(detail.attempt_log.map(({ conversions }: Json) => conversions)[0]).toBe(9);
    expect(detail.attempt_log.at(-1)).toMatchObject({ conversions: 1, http_status: 400 });
    expect(detail.attempt_log).toHaveLength(detail.attempts);
  });

  it('refuses all at once if the credentials are refused, and waits while paused', async () => {
    const sender = await create();
    await convert({}, {}, 4);
    await dueNow();
    await stage.api.rest(`/conversion_senders/${sender.id}/`, {
      method: 'PATCH',
      token: stage.token,
      body: { status: false },
    });
    await send();
    expect(requests).toHaveLength(0);
    await stage.api.rest(`/conversion_senders/${sender.id}/`, {
      method: 'PATCH',
      token: stage.token,
      body: { status: true },
    });
    stage.answer = () => [401, { error: { message: 'no' } }];
    await send();
    expect(requests).toHaveLength(1);
    expect((await ledger('&state=refused')).length).toBe(4);
  });

  it('sends approved conversions only on approval, and lists rejected ones as not retracted', async () => {
    await create({ send_when: 2, value_kind: 2 });
    const [id] = await convert();
    await dueNow();
    await send();
    expect(await ledger()).toEqual([]);
    const { body: results } = await stage.api.rest(
      `/logs/results/?product_id=${productId()}&conversion_id=${id}`,
      {
        token: stage.token,
      },
    );
    const approve = (approval_status: number) =>
      stage.api.rest('/logs/results/approve/', {
        token: stage.token,
        body: { ids: results.results.map(({ id: one }: Json) => one), approval_status },
      });
    expect((await approve(1)).body.changed).toBeGreaterThan(0);
    await send(TIME);
    expect(requests).toHaveLength(0);
    await send(TIME + 61_000);
    expect(await ledger()).toMatchObject([
      { state: 'accepted', value: 5400 - 800 * results.results.length, retraction: null },
    ]);
    await approve(2);
    await decide(TIME + 200_000);
    expect(await ledger()).toMatchObject([{ state: 'accepted', retraction: 'impossible' }]);
  });

  it('uses the order number as transaction id, and never sends an order twice', async () => {
    await stage.api.rest(`/cv_settings/${stage.api.world.open.cvSetting}/`, {
      method: 'PATCH',
      token: stage.token,
      body: { order_key: 'order' },
    });
    await create();
    await convert({ args: 'order=A-1' });
    await convert({ args: 'order=A-1' });
    await convert({ args: 'order=%E6%B3%A8%E6%96%87' });
    await dueNow();
    await send();
    const ids = (await ledger()).map((row) => row.transaction_id);
    expect(ids).toHaveLength(2);
    expect(ids).toContain('A-1');
    expect(requests.flatMap(({ body }) => body.data)).toHaveLength(2);
  });

  it('puts a conversion into one file only, and takes cancelled ones back', async () => {
    const sender = await create({ platform: 'google_file', name: '購入', credentials: {}, base_url: null });
    const [id] = await convert();
    await dueNow();
    await decide();
    const file = (query = '') =>
      stage.api.fetch(`/api/v1/conversion_senders/${sender.id}/file/${query}`, { token: stage.token });
    const first = await file();
    expect(first.headers.get('x-rows')).toBe('1');
    expect(first.body).toContain(`g-${id}`);
    expect((await file()).headers.get('x-rows')).toBe('0');
    expect((await file('?again=1')).body).toBe(first.body);
    await stage.api.rest(`/logs/conversions/${id}/amendments/`, {
      token: stage.token,
      body: { cancelled: true, product_id: productId() },
    });
    await settle(database());
    await dueNow();
    await decide();
    expect(await ledger()).toMatchObject([{ state: 'sent', retraction: 'due' }]);
    const [{ transaction_id: transaction }] = (await ledger()) as [Json];
    expect((await file('?retractions=1')).body).toContain(transaction);
    expect((await file('?retractions=1')).headers.get('x-rows')).toBe('0');
  });

  it('keeps imported conversions back, and does not send what was cancelled before', async () => {
    await create();
    await convert({ door: 'import' }, { door: 'import' });
    expect(await ledger()).toEqual([]);
    const [id] = await convert();
    await stage.api.rest(`/logs/conversions/${id}/amendments/`, {
      token: stage.token,
      body: { cancelled: true, product_id: productId() },
    });
    await settle(database());
    await dueNow();
    await send();
    expect(await ledger()).toMatchObject([{ state: 'refused', reason: 'cancelled' }]);
  });

  it('forgets match keys after 90 days, and with the person', async () => {
    await create();
    await convert();
    const keys = async () => (await database().read('SELECT event_id FROM conversion_match')).length;
    const before = await keys();
    const [id] = await convert();
    expect(await keys()).toBe(before + 1);
    const { status } = await stage.api.rest(`/products/${productId()}/erasures/`, {
      token: stage.token,
      body: { visitor_id: `v-${id}` },
    });
    expect(status).toBe(201);
    await settle(database());
    expect(await keys()).toBe(before);
    await decide(TIME + 91 * 86_400_000);
    expect(await keys()).toBe(0);
  });
});
