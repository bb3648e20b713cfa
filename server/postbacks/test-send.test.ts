import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

const FIELDS = 'url requestHeaders durationMs httpStatus error answer location diagnosis';

onEachDatabase((dialect) => {
  let api: ApiServer;
  let asp: Server;
  let url: string;
  let requests: string[] = [];
  beforeAll(async () => {
    asp = createServer((request, response) => {
      requests.push(String(request.url));
      if (request.url?.startsWith('/moved')) response.writeHead(301, { location: 'https://asp.example/new' });
      response.end('received');
    });
    await new Promise<void>((resolve) => asp.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(asp.address() as AddressInfo).port}`;
    api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'] });
  });
  afterAll(async () => {
    asp.close();
    await api.stop();
  });
  beforeEach(() => (requests = []));

  const send = async (input: Record<string, unknown>) => {
    const query = `mutation ($input: PostbackTestInput!) { testPostback(input: $input) { ${FIELDS} } }`;
    return (
      await api.graphql(query, {
        token: await api.tokenOf('admin@alpha.example'),
        variables: { input: { productId: api.world.open.product, ...input } },
      })
    ).body;
  };

  it('fills the template with sample values and returns the response', async () => {
    const { data } = await send({
      webhookUrl: `${url}/cv?x={xclid}&s={status}&a={amount}`,
      approvalStatus: 1,
      word: 'OK',
    });
    expect(requests).toEqual(['/cv?x=test-xclid&s=OK&a=1000']);
    expect(data.testPostback).toMatchObject({
      url: `${url}${requests[0] ?? ''}`,
      httpStatus: 200,
      error: null,
      answer: 'received',
      diagnosis: 'delivered',
    });
    expect(data.testPostback.requestHeaders).toContain('idempotency-key: ');
  });

  it('reports a redirect without following it', async () => {
    const { data } = await send({ webhookUrl: `${url}/moved` });
    expect(data.testPostback).toMatchObject({
      httpStatus: 301,
      location: 'https://asp.example/new',
      diagnosis: 'redirect',
    });
    expect(requests).toHaveLength(1);
  });

  it('refuses private addresses that are not allowed', async () => {
    const { data } = await send({ webhookUrl: 'http://[::1]:1/' });
    expect(data.testPostback).toMatchObject({
      httpStatus: null,
      error: 'REFUSED_ADDRESS',
      diagnosis: 'refusedAddress',
    });
  });

  it.each([
    [{ webhookUrl: '' }, 'webhookUrl'],
    [{ webhookUrl: 'ftp://asp.example/' }, 'webhookUrl'],
    [{ webhookUrl: 'https://asp.example/?x={nothing}' }, 'webhookUrl'],
    [{ webhookUrl: 'https://asp.example/', approvalStatus: 7 }, 'approvalStatus'],
  ])('refuses %j and names the field', async (input, field) => {
    const { errors } = await send(input);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(errors[0].extensions.fields)).toEqual([field]);
    expect(requests).toEqual([]);
  });

  it('is available over REST', async () => {
    const body = { product_id: api.world.open.product, webhook_url: `${url}/rest` };
    const answer = await api.rest('/asps/test_postback', {
      method: 'POST',
      token: await api.tokenOf('admin@alpha.example'),
      body,
    });
    expect([answer.status, answer.body]).toMatchObject([200, { http_status: 200, diagnosis: 'delivered' }]);
  });
});
