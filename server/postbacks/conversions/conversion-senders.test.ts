import { SECRET } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { HASH, TOKEN, stageSenders } from '../testing/sender-stage';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  const stage = stageSenders(dialect);
  const { productId, database, create, convert, send, ledger, dueNow } = stage;

  it('keeps secrets out of every answer and table', async () => {
    const sender = await create();
    expect(sender.credentials).toEqual({ pixel_id: '123', token: '***' });
    stage.answer = (body) => [400, { error: { message: `bad ${body.access_token} ${HASH}` } }];
    await convert();
    await dueNow();
    await send();
    const { body: preview } = await stage.api.rest(`/conversion_senders/${sender.id}/preview/`, {
      token: stage.token,
      body: {},
    });
    expect(preview).toMatchObject({
      method: 'POST',
      url: `${stage.url}/v25.0/123/events`,
      body: { access_token: '***' },
    });
    const { body: audit } = await stage.api.rest('/audit-logs/?page_size=100', { token: stage.token });
    const tables: string[] = [];
    for (const table of ['conversion_sender', 'conversion_send', 'conversion_attempt', 'audit_change'])
      tables.push(JSON.stringify(await database().read(`SELECT * FROM ${table}`)));
    for (const text of [JSON.stringify([preview, audit, await ledger()]), ...tables])
      expect(text).not.toContain(TOKEN);
    expect(tables[2]).toContain('bad *** ***');
    const [row] = await ledger();
    expect(row).toMatchObject({ state: 'refused', reason: 'HTTP 400: bad *** ***' });
  });

  it('keeps stored secrets that an update leaves out or masks, and drops them with the platform', async () => {
    const sender = await create();
    const patch = (body: object) =>
      stage.api.rest(`/conversion_senders/${sender.id}/`, { method: 'PATCH', token: stage.token, body });
    const secretOf = async () => {
      const [row] = await database().read<{ sealed_credentials: string | null }>(
        'SELECT sealed_credentials FROM conversion_sender',
      );
      return row?.sealed_credentials
        ? JSON.parse(
            new SealedSecrets(SECRET, undefined, 'conversion sender').open(
              productId(),
              row.sealed_credentials,
            ),
          )
        : null;
    };
    expect((await patch({ name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      credentials: { token: '***' },
    });
    expect((await patch({ credentials: { pixel_id: '9', token: '***' } })).body.credentials).toEqual({
      pixel_id: '9',
      token: '***',
    });
    expect(await secretOf()).toEqual({ token: TOKEN });
    const { body: changed } = await patch({ credentials: { token: 'another-token' } });
    expect(changed.credentials).toEqual({ pixel_id: '9', token: '***' });
    expect(changed.secrets_changed_at).not.toBeNull();
    expect(await secretOf()).toEqual({ token: 'another-token' });
    const elsewhere = { base_url: 'https://elsewhere.example' };
    const refused = await patch(elsewhere);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['credentials']]);
    expect((await patch({ ...elsewhere, credentials: { token: '***' } })).status).toBe(400);
    expect(await secretOf()).toEqual({ token: 'another-token' });
    expect((await patch({ ...elsewhere, credentials: { token: 'third-token' } })).status).toBe(200);
    expect(await secretOf()).toEqual({ token: 'third-token' });
    expect((await patch({ platform: 'tiktok_events_api' })).status).toBe(400);
    expect((await patch({ platform: 'google_file' })).body.credentials).toEqual({});
    expect(await secretOf()).toBeNull();
  });

  it.each([
    [{ credentials: { pixel_id: '1' } }, 'token'],
    [{ credentials: 'x' }, 'credentials'],
    [{ platform: 'myspace' }, 'platform'],
    [{ value_kind: 3 }, 'value_fixed'],
    [{ base_url: 'http://10.0.0.1/' }, 'base_url'],
  ])('refuses %j', async (more, field) => {
    const { status, body } = await stage.api.rest('/conversion_senders/', {
      token: stage.token,
      body: {
        product_id: productId(),
        platform: 'meta_conversions_api',
        name: 'x',
        credentials: { pixel_id: '1', token: 't' },
        ...more,
      },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
  });

  it('is closed to agencies, and hides transaction ids from analysts', async () => {
    const sender = await create();
    await convert();
    await dueNow();
    await send();
    const [row] = await ledger();
    for (const [email, statuses] of [
      ['analyst@alpha.example', [403, 403, 403]],
      ['agency@alpha.example', [403, 403, 403]],
      ['admin@beta.example', [404, 404, 404]],
    ] as const) {
      const other = await stage.api.tokenOf(email);
      const calls = [
        await stage.api.rest(`/conversion_senders/${sender.id}/preview/`, { token: other, body: {} }),
        await stage.api.rest(`/conversion_senders/${sender.id}/file/`, { token: other }),
        await stage.api.rest(`/logs/conversionSends/${row.id}/resend/`, { token: other, body: {} }),
      ];
      expect([email, calls.map(({ status }) => status)]).toEqual([email, statuses]);
    }
    const analyst = await stage.api.tokenOf('analyst@alpha.example');
    const { body } = await stage.api.rest(`/logs/conversionSends/?product_id=${productId()}`, {
      token: analyst,
    });
    expect(body.results).toMatchObject([{ transaction_id: null, state: 'accepted' }]);
    expect((await stage.api.rest(`/conversion_senders/${sender.id}/preview/`, { body: {} })).status).toBe(
      401,
    );
    expect((await stage.api.rest('/conversion_senders/x/file/', { token: stage.token })).status).toBe(404);
  });
});
