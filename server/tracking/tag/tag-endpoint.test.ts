import { gunzipSync, gzipSync } from 'node:zlib';
import { openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { Crossdomain } from '../../settings/crossdomain';
import { makeShop, save } from '../testing/settings';
import { send, startTracking, type TrackingServer } from '../testing/tracking-server';

describe('GET /tag/{product_id}.js', () => {
  let test: TestDatabase;
  let server: TrackingServer;
  let id: number;

  beforeAll(async () => {
    test = await openTestDatabase('sqlite');
    id = (await makeShop(test.db)).product.id;
    server = await startTracking(test.db);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  it('serves a small script to any site, cached for five minutes', async () => {
    const { status, headers, body } = await send(server.url, `/tag/${id}.js`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    });
    expect(gzipSync(body).length).toBeLessThanOrEqual(5120);
    expect(() => new Function(body)).not.toThrow();
  });

  it('compresses the script for clients that accept it', async () => {
    const answer = await fetch(`${server.url}/tag/${id}.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const plain = (await send(server.url, `/tag/${id}.js`)).body;
    expect(await answer.text()).toBe(plain);
    expect(gunzipSync(gzipSync(plain)).toString()).toBe(plain);
  });

  it('answers 304 to its ETag until a setting changes', async () => {
    const etag = String((await send(server.url, `/tag/${id}.js`)).headers.etag);
    const ask = () => send(server.url, `/tag/${id}.js`, { headers: { 'if-none-match': etag } });
    expect(await ask()).toMatchObject({ status: 304, body: '' });
    await save(test.db, Crossdomain, { productId: id, senderName: 'pay', senderDomain: 'ドメイン.example' });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const changed = await ask();
    expect(changed.status).toBe(200);
    expect(changed.body).toContain('"xn--');
  });

  it.each(['/tag/999999.js', '/tag/x.js', '/tag/1', '/tag/'])('answers 404 to %s', async (path) => {
    expect((await send(server.url, path)).status).toBe(404);
  });

  it('answers 405 to methods other than GET and HEAD', async () => {
    const ask = (method: string) => send(server.url, `/tag/${id}.js`, { method });
    expect(await ask('HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await ask('POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});
