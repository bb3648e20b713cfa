import type { Json } from '../../composition/testing/api-server';
import type { OpenApiClient } from './openapi-client';
import { sample, invalidValues, type Known } from './sample';

/** Client and known ids of a walk through the document. */
export interface Walk {
  readonly client: OpenApiClient;
  readonly known: Known;
}

/** Tests that a setting can be created, read, searched, updated, deleted and downloaded as documented. */
export function walkSetting(name: string, walk: Walk): void {
  const change = () => (walk.client.operations.has(`put${name}Id`) ? `put${name}Id` : `patch${name}Id`);
  const whole = () => sample(walk.client, walk.client.body(`post${name}`), '', walk.known) as Json;
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
        /(_name|title|_text)$/.test(field) &&
        typeof created[field] === 'string' &&
        field in walk.client.body(change()).properties,
    );
    const renamed = label
      ? { ...created, [label]: 'Another text' }
      : { ...created, dynamic_lpurl: !created.dynamic_lpurl };
    const changed = await walk.client.get(change(), { path, body: renamed });
    expect(changed).toMatchObject({ ...renamed, version: 2, updated_at: expect.any(String) });
    expect(await walk.client.get(change(), { path, body: changed })).toEqual(changed);
    expect((await walk.client.call(change(), { path, body: created })).status).toBe(409);
    const part = label ? { [label]: 'A third text' } : { dynamic_lpurl: created.dynamic_lpurl };
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
