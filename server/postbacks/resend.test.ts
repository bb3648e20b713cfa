import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(dialect);
  });
  afterAll(() => api.stop());

  const LONG_AGO = Date.UTC(2026, 0, 1);
  /**
   * Delivered, given up, waiting for a retry, waiting for the first attempt, in flight; and one of another
   * company.
   */
  beforeEach(async () => {
    const { open, foreign } = api.world;
    const later = api.clock.now + 3_600_000;
    const item = (id: string, product: number, rest: (string | number | null)[]) => [
      id,
      product,
      'created',
      `https://asp.example/${id}`,
      'asp.example',
      LONG_AGO,
      ...rest,
    ];
    await api.database.db.write(async (tx) => {
      await tx.execute('DELETE FROM postback');
      await insertRows(
        tx,
        'postback',
        [
          'id',
          'product_id',
          'kind',
          'url',
          'host',
          'created_at',
          'due_at',
          'attempts',
          'owner',
          'result_status',
          'reason',
        ],
        [
          item('delivered', open.product, [null, 1, null, 1, null]),
          item('given-up', open.product, [null, 6, null, 0, 'timeout']),
          item('failing', open.product, [later, 2, null, null, 'serverError']),
          item('undoable', open.product, [later, 0, null, null, null]),
          item('sending', open.product, [later, 1, 'worker', null, null]),
          item('foreign', foreign.product, [null, 1, null, 0, 'dns']),
        ],
      );
    });
  });

  const due = async () => {
    const rows = await api.database.db.read<{
      id: string;
      due_at: number | null;
      attempts: number;
      result_status: number | null;
    }>('SELECT id, due_at, attempts, result_status FROM postback ORDER BY id');
    return rows
      .filter(
        (row) => Number(row.due_at) === api.clock.now && row.attempts === 0 && row.result_status === null,
      )
      .map(({ id }) => id);
  };
  const admin = () => api.tokenOf('admin@alpha.example');
  const many = async (args: string, token?: string) =>
    (
      await api.graphql(`mutation { resendPostbacks(${args}) { resent waiting } }`, {
        token: token ?? (await admin()),
      })
    ).body;

  it('makes one postback due again over REST', async () => {
    const { status, body } = await api.rest('/auth/log/resultQueue/given-up/resend/', {
      method: 'POST',
      token: await admin(),
    });
    expect([status, body.id, body.result_status, body.attempts]).toEqual([200, 'given-up', null, 0]);
    expect(await due()).toEqual(['given-up']);
  });

  it('makes all listed postbacks due, except waiting and in-flight ones', async () => {
    const { product } = api.world.open;
    expect((await many(`filter: { productId: ${product} }`)).data.resendPostbacks).toEqual({
      resent: 3,
      waiting: 2,
    });
    expect(await due()).toEqual(['delivered', 'failing', 'given-up']);
  });

  it('applies the filter of the list', async () => {
    expect(
      (await many(`filter: { productId: ${api.world.open.product}, state: ["failure"] }`)).data
        .resendPostbacks,
    ).toEqual({ resent: 1, waiting: 0 });
    expect(await due()).toEqual(['given-up']);
  });

  it('accepts several products and writes one audit entry per product', async () => {
    const { open, closed, foreign } = api.world;
    await api.database.db.write((tx) =>
      tx.execute("UPDATE postback SET product_id = ? WHERE id = 'failing'", [closed.product]),
    );
    expect(
      (await many(`filter: { productIds: [${open.product}, ${closed.product}] }`)).data.resendPostbacks,
    ).toEqual({ resent: 3, waiting: 2 });
    expect(await due()).toEqual(['delivered', 'failing', 'given-up']);
    const { body } = await api.rest('/audit-logs/?entity=postback&sortName=id&sortAsc=false&page_size=2', {
      token: await admin(),
    });
    expect(body.results.map((row: Json) => [row.product_id, row.label]).sort()).toEqual([
      [open.product, expect.stringContaining('(+1)')],
      [closed.product, 'failing'],
    ]);
    expect(
      (await many(`filter: { productIds: [${open.product}, ${foreign.product}] }`)).errors[0].extensions.code,
    ).toBe('FORBIDDEN');
    expect((await many('filter: { productIds: [] }')).errors[0].extensions.fields).toEqual({
      productIds: [expect.any(String)],
    });
  });

  it('writes an audit entry', async () => {
    await many('ids: ["delivered", "failing"]');
    const { body } = await api.rest('/audit-logs/?sortName=id&sortAsc=false&page_size=1', {
      token: await admin(),
    });
    expect(body.results[0]).toMatchObject({ entity: 'postback', label: expect.stringContaining('(+1)') });
  });

  it.each([
    ['hides postbacks of another company', 'admin@alpha.example', 'ids: ["foreign"]', 'NOT_FOUND'],
    ['forbids an analyst', 'analyst@alpha.example', 'ids: ["given-up"]', 'FORBIDDEN'],
    ['forbids an agency', 'agency@alpha.example', 'ids: ["given-up"]', 'FORBIDDEN'],
    ['refuses a request without ids and filter', 'admin@alpha.example', '', 'BAD_USER_INPUT'],
    ['refuses a filter without a product', 'admin@alpha.example', 'filter: {}', 'BAD_USER_INPUT'],
  ])('%s', async (_name, email, args, code) => {
    const query =
      args === ''
        ? 'mutation { resendPostbacks { resent } }'
        : `mutation { resendPostbacks(${args}) { resent } }`;
    const { body } = await api.graphql(query, { token: await api.tokenOf(email) });
    expect(body.errors[0].extensions.code).toBe(code);
    expect(await due()).toEqual([]);
  });

  it('requires a token', async () => {
    expect((await api.rest('/auth/log/resultQueue/given-up/resend/', { method: 'POST' })).status).toBe(401);
    expect(
      (await api.graphql('mutation { resendPostbacks(ids: ["delivered"]) { resent } }')).body.errors[0]
        .extensions.code,
    ).toBe('UNAUTHENTICATED');
  });
});
