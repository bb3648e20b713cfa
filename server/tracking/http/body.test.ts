import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BodyTooLarge, readBody } from './body';

const MOST = 1000;

describe('readBody', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      readBody(request, MOST).then(
        (text) => response.end(text),
        (error) => response.writeHead(error instanceof BodyTooLarge ? 413 : 500).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = async (body: string | Buffer, encoding?: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers: Record<string, string> = encoding ? { 'content-encoding': encoding } : {};
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
    return { status: answer.status, text: await answer.text() };
  };

  it('drops the byte order mark', async () => {
    expect(await send('\ufeff{"a":"あ"}')).toEqual({ status: 200, text: '{"a":"あ"}' });
  });

  it.each(['gzip', 'GZIP', 'x-gzip'])('decompresses %s', async (encoding) => {
    expect(await send(gzipSync('\ufeff{"a":"あ"}'), encoding)).toEqual({ status: 200, text: '{"a":"あ"}' });
  });

  it('returns a body with a wrong gzip header unchanged', async () => {
    expect(await send('{}', 'gzip')).toEqual({ status: 200, text: '{}' });
  });

  it.each([MOST, MOST + 1, 50_000_000])('limits the decompressed size: %i bytes', async (length) => {
    expect((await send(gzipSync(Buffer.alloc(length, ' ')), 'gzip')).status).toBe(length > MOST ? 413 : 200);
  });
});
