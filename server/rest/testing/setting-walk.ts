import type { Json, ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import type { OpenApiClient } from './openapi-client';
import { walkSenders } from './sender-walk';
import { sample, invalidValues, type Known } from './sample';
import { walkMedia, walkAlerts, walkScenarios, walkViews } from './ad-walk';

export { walkExperiments } from './experiment-walk';

/** Client and known ids of a walk through the document. */
export interface Walk {
  readonly client: OpenApiClient;
  readonly known: Known;
}

/** Tests that a setting can be created, read, searched, updated, deleted and downloaded as documented. */
export function walkSetting(name: string, walk: Walk): void {
  const change = () => (walk.client.operations.has(`put${name}Id`) ? `put${name}Id` : `patch${name}Id`);
  // A target has an ad or an ad network.
  const only =
    {
      Targets: { asp_id: null },
      ConversionSenders: { platform: 'google_file' },
    }[name] ?? {};
  const whole = () =>
    ({
      ...(sample(walk.client, walk.client.body(`post${name}`), '', walk.known) as Json),
      ...only,
      // An ad of the test is none of its control.
      ...(name === 'Experiments' && { ad_ids: [walk.known('ad_id')], control_ad_ids: [] }),
    }) as Json;
  let created: Json;
  beforeAll(async () => {
    created = await walk.client.get(`post${name}`, { body: whole() });
  });

  it('can be created from its required fields alone', async () => {
    const schema = walk.client.body(`post${name}`);
    const body = Object.fromEntries(
      (schema.required as string[]).map((field) => [
        field,
        sample(walk.client, schema.properties[field], field, walk.known),
      ]),
    );
    if (name === 'CvSettings') Object.assign(body, { cv_slot: 2, cv_condition: 3 });
    // The default channel needs a recipient.
    if (name === 'Alerts') Object.assign(body, { recipients: 'someone@example.com' });
    if (name === 'Targets') Object.assign(body, { cv: 1 });
    if (name === 'Experiments') Object.assign(body, { ad_ids: [walk.known('ad_id')] });
    // Files need no credentials.
    Object.assign(body, name === 'ConversionSenders' && only);
    if (name === 'Users') Object.assign(body, { role_type: 3 });
    const { id } = await walk.client.get(`post${name}`, { body });
    await walk.client.get(`delete${name}Id`, { path: { id } });
  });

  it('returns what was sent', async () => {
    expect(await walk.client.get(`get${name}Id`, { path: { id: created.id } })).toEqual(created);
    const sent = whole();
    for (const [field, value] of Object.entries(sent)) {
      if (
        ['version', 'password', 'email', 'product_ids', 'lpo', 'ad_fee_setting', 'cv_tag'].includes(field) ||
        !(field in created)
      )
        continue;
      expect([field, created[field]]).toEqual([field, value]);
    }
  });

  it('is found by every filter, by keyword, on its page, in both orders', async () => {
    const { definition } = walk.client.operation(`get${name}`);
    const row = walk.client.resolve(
      walk.client.resolve(definition.responses[200].content['application/json'].schema).properties.results
        .items,
    );
    for (const { name: filter } of definition.parameters as { name: string }[]) {
      if (!(filter in row.properties) || created[filter] === null) continue;
      const { results } = await walk.client.get(`get${name}`, {
        query: { [filter]: created[filter], page_size: 9999 },
      });
      expect([filter, results.map(({ id }: Json) => id)]).toEqual([
        filter,
        expect.arrayContaining([created.id]),
      ]);
      expect(new Set(results.map((one: Json) => String(one[filter])))).toEqual(
        new Set([String(created[filter])]),
      );
    }
    const up = (
      await walk.client.get(`get${name}`, { query: { sortName: 'id', sortAsc: true, page_size: 9999 } })
    ).results;
    const down = (await walk.client.get(`get${name}`, {
      query: { sortName: 'id', sortAsc: 0, page: 1, page_size: 1 },
    })) as Json;
    expect(down).toMatchObject({ count: up.length, page: 1, page_size: 1, results: [{ id: up.at(-1).id }] });
    expect(await walk.client.get(`get${name}`, { query: { page: 9999 } })).toMatchObject({
      count: up.length,
      page: 9999,
      results: [],
    });
    const nothing = await walk.client.get(`get${name}`, { query: { keyword: 'nothing has this' } });
    expect(nothing).toEqual({ count: 0, page: 1, page_size: 30, results: [] });
  });

  it('is rejected for every documented bound, at that field', async () => {
    const right = { ...whole(), ...(name === 'CvSettings' && { cv_type: 0 }) };
    for (const [field, value] of invalidValues(walk.client, walk.client.body(`post${name}`))) {
      const { status, body } = await walk.client.call(`post${name}`, { body: { ...right, [field]: value } });
      const [at = ''] = Object.keys(body.errors ?? {});
      expect({ field, value, status, at: at.replace(/\[.*/, '') }).toEqual({
        field,
        value,
        status: 400,
        at: field,
      });
    }
  });

  it('can be updated and sent back, rejects a stale version, and can be deleted', async () => {
    const path = { id: created.id };
    const [label] = Object.keys(created).filter(
      (field) =>
        /(_name|^name|title|_text)$/.test(field) &&
        typeof created[field] === 'string' &&
        field in walk.client.body(change()).properties,
    );
    const [field, first, second] = label
      ? [label, 'Another text', 'A third text']
      : name === 'Targets'
        ? ['cv', 5, 6]
        : ['dynamic_lpurl', !created.dynamic_lpurl, created.dynamic_lpurl];
    const renamed = { ...created, [field]: first };
    const changed = await walk.client.get(change(), { path, body: renamed });
    expect(changed).toMatchObject({ ...renamed, version: 2, updated_at: expect.any(String) });
    expect(await walk.client.get(change(), { path, body: changed })).toEqual(changed);
    expect((await walk.client.call(change(), { path, body: created })).status).toBe(409);
    const part = { [field]: second };
    const merged = await walk.client.get(`patch${name}Id`, { path, body: { ...part, version: 2 } });
    expect(merged).toEqual({ ...changed, ...part, version: 3, updated_at: merged.updated_at });
    expect((await walk.client.get(`get${name}IdDependents`, { path })).results).toEqual([]);
    expect((await walk.client.call(`delete${name}Id`, { path, query: { version: 2 } })).status).toBe(409);
    await walk.client.get(`delete${name}Id`, { path, query: { version: 3 } });
    for (const gone of [`get${name}Id`, `delete${name}Id`, change(), `patch${name}Id`]) {
      expect(
        (await walk.client.call(gone, { path, body: gone.startsWith('p') ? changed : undefined })).status,
      ).toBe(404);
    }
  });

  it('can be downloaded directly and by a one-use URL', async () => {
    for (const kind of ['Csv', 'Xlsx']) {
      await walk.client.get(`get${name}Download${kind}`, { query: { keyword: 'x' } });
      const { url, expires_in } = await walk.client.get(`post${name}Download${kind}`);
      expect(expires_in).toBe(60);
      await walk.client.get('getDownloadsToken', { path: { token: url.split('/').at(-1) } });
    }
  });
}

/** Invites a user, who sets a password and signs in. */
export async function walkInvitation(client: OpenApiClient): Promise<void> {
  const invited = { email: 'invited@alpha.example', password: 'chosen by myself' };
  const created = await client.get('postUsers', {
    body: { user_name: 'Invited', email: invited.email, role_type: 3 },
  });
  const { link } = await client.get('postUsersIdInvitation', { path: { id: created.id } });
  await client.get('postAuthResetPassword', {
    body: { token: new URL(link).searchParams.get('token'), password: invited.password },
  });
  expect((await client.call('postAuthSignin', { body: invited })).status).toBe(200);
}

/** Changes a password, and resets a forgotten one. */
export async function walkPasswords(client: OpenApiClient, api: ApiServer): Promise<void> {
  const { users } = api.world;
  const signIn = (password: string) =>
    client.call('postAuthSignin', { body: { email: 'analyst@alpha.example', password } });
  await client.get('patchUsersIdPassword', {
    path: { id: users.analyst },
    body: { password: 'set by an ADMIN' },
  });
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn('set by an ADMIN')).status).toBe(200);
  expect((await client.get('getUsersIdSessions', { path: { id: users.analyst } })).count).toBe(1);
  await client.get('postAuthForgotPassword', { body: { email: 'analyst@alpha.example' } });
  await api.deliver();
  const token = new URL(api.mails.at(-1)?.link ?? '').searchParams.get('token');
  const reset = (password: string) => client.call('postAuthResetPassword', { body: { token, password } });
  expect([
    (await reset('short')).status,
    (await client.call('postAuthPasswordLink', { body: { token } })).status,
  ]).toEqual([400, 200]);
  expect([(await reset('a forgotten one')).status, (await reset('a forgotten one')).status]).toEqual([
    200, 400,
  ]);
  expect((await signIn('a forgotten one')).status).toBe(200);
}

/** Creates, lists and revokes an API key. */
export async function walkApiKeys(client: OpenApiClient, productId: unknown): Promise<void> {
  const path = { id: productId };
  expect(
    (await client.call('postProductsIdApiKeys', { path, body: { name: 'x'.repeat(256) } })).body.errors,
  ).toEqual({ name: ['maximum length is 255 characters'] });
  const created = await client.get('postProductsIdApiKeys', { path, body: { name: 'a shop' } });
  expect(created.secret).toMatch(/^ick_/);
  expect((await client.get('getProductsIdApiKeys', { path })).results).toContainEqual(
    expect.objectContaining({ key_id: created.key_id, prefix: created.prefix }),
  );
  await client.get('deleteProductsIdApiKeysKeyId', { path: { ...path, key_id: created.key_id } });
  expect(
    (await client.call('deleteProductsIdApiKeysKeyId', { path: { ...path, key_id: created.key_id } })).status,
  ).toBe(404);
}

/** Narrows a role, rejects a stale version and an invalid right, and restores the role. */
export async function walkRole(client: OpenApiClient): Promise<void> {
  const [, manager] = (await client.get('getRoles')).results;
  const role = (level: string) => ({ role_type: 2, rights: [{ menu: 'asps', level }] });
  const narrowed = await client.get('putRoles', {
    body: { roles: [{ ...role('view'), version: manager.version }] },
  });
  expect(narrowed.results[1].rights).toContainEqual({ menu: 'asps', level: 'view', standard: 'edit' });
  expect(
    (await client.call('putRoles', { body: { roles: [{ ...role('none'), version: manager.version }] } }))
      .status,
  ).toBe(409);
  expect((await client.call('putRoles', { body: { roles: [role('everything')] } })).status).toBe(400);
  await client.get('putRoles', { body: { roles: [role('edit')] } });
}

/** Returns the query parameters that the paths of a product need; none for other paths. */
export function productQuery(path: string, productId: number): Record<string, unknown> {
  if (path.startsWith('/media-costs/ads')) return { product_id: productId, day: '2025/12/01' };
  if (path.startsWith('/media-costs'))
    return { product_id: productId, date_from: '2025/12/01', date_to: '2025/12/01' };
  // The walk through media costs makes the first source.
  if (path.startsWith('/analyses/gap'))
    return { product_id: productId, source_id: [1], ...(path.includes('/rows') && { step: 'window' }) };
  return /^\/(analyses|allocation-scenarios|media-sources|media-names|report-schedules\/recipients)/.test(
    path,
  )
    ? { product_id: productId }
    : {};
}

/** Walks everything of a product that is not a setting with its own page. */
export async function walkProduct(client: OpenApiClient, productId: number, adId: number): Promise<void> {
  await client.get('getAnalysesDisagreement', { query: { product_id: productId } });
  for (const walk of [walkScenarios, walkAlerts, walkViews, walkTargets]) await walk(client, productId);
  await walkMedia(client, productId, adId);
  await walkSenders(client, productId);
  await walkExperiments(client, productId, adId);
  const stream = await client.get('getProductsIdLive', { path: { id: productId }, query: { follow: 0 } });
  expect(String(stream)).toMatch(/event: ready[^]*event: end\ndata: {"reason":"done"}/);
}

/** Asks for the figures of on/off tests, for which the world has too few weeks. */
async function walkExperiments(client: OpenApiClient, productId: number, adId: number): Promise<void> {
  const body = { product_id: productId, title: 'Off', ad_ids: [adId], first_day: '2026/02/02' };
  const { id } = await client.get('postExperiments', { body });
  const path = { id };
  for (const [operation, request] of [
    ['getExperimentsIdFigures', { path }],
    ['postExperimentsFigures', { body }],
    ['postExperimentsIdFreeze', { path, body: {} }],
  ] as const) {
    const { status, body: refused } = await client.call(operation, request);
    expect([operation, status, Object.keys(refused.errors ?? {})]).toEqual([operation, 400, ['pre_weeks']]);
  }
  await client.get('deleteExperimentsId', { path });
}

/** Imports targets, reads them in a report, and deletes them. */
async function walkTargets(client: OpenApiClient, productId: number): Promise<void> {
  const body = { product_id: productId, csv: 'month,cv\n202511,10\n', dry_run: false };
  expect(await client.get('postTargetsImport', { body })).toMatchObject({ applied: true, created: 1 });
  const query = { product_id: productId, date_from: '2025/11/01', date_to: '2025/11/30', targets: true };
  const { total } = await client.get('getAnalysesAdSummaries', { query });
  expect(total).toMatchObject({ target_cv: 10, target_cost: null, pace: { cv: 0 } });
  const { results } = await client.get('getTargets', { query: { month: '202511' } });
  for (const { id } of results) await client.get('deleteTargetsId', { path: { id } });
}

/** Calls all privacy operations of the document. */
export async function walkPrivacy(client: OpenApiClient, productId: number): Promise<void> {
  const path = { id: productId };
  await client.get('getProductsIdLogHorizon', { path });
  await client.get('getProductsIdTransmissionNotice', { path, query: { language: 'ja', planned: true } });
  expect(
    (await client.get('postProductsIdErasuresPreview', { path, body: { visitor_id: 'open-v1' } })).counts
      .conversions,
  ).toBe(1);
  const receipt = await client.get('postProductsIdErasures', { path, body: { visitor_id: 'open-v1' } });
  await client.get('getProductsIdErasures', { path });
  expect(
    (await client.get('getProductsIdErasuresErasureId', { path: { ...path, erasure_id: receipt.id } }))
      .number,
  ).toBe(receipt.number);
}

/** Adds and revokes a postback source, reads seen hosts, and cancels a conversion and takes it back. */
export async function walkOrders(client: OpenApiClient, productId: unknown): Promise<void> {
  const path = { id: productId };
  const source = await client.get('postProductsIdPostbackSources', { path, body: { name: 'Cart' } });
  expect(source.url).toContain('/s2s/postback/');
  const { results } = await client.get('getProductsIdPostbackSources', { path });
  expect(results.map(({ id }: Json) => id)).toContain(source.id);
  const one = { ...path, source_id: source.source_id };
  await client.get('deleteProductsIdPostbackSourcesSourceId', { path: one });
  expect((await client.get('getProductsIdSeen', { path })).hosts).toEqual(expect.any(Array));
  expect(await client.get('getProductsIdTrackerCheck', { path })).toMatchObject({ product_id: productId });
  const conversions = await client.get('getLogsConversions', { query: { product_id: productId } });
  const { id } = conversions.results[0];
  for (const cancelled of [true, false]) {
    await client.get('postLogsConversionsIdAmendments', { path: { id }, body: { cancelled } });
    expect(await client.get('getLogsConversionsId', { path: { id } })).toMatchObject({ cancelled });
  }
}
