import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import { requestLog } from './request-log';

it('logs a request by id, method, path, status and time, without its content', async () => {
  const lines: string[] = [];
  const app = express();
  app.use(
    '/api',
    requestLog(pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) })),
    (req, res) => void res.set('Set-Cookie', 's=secret').status(201).end(String(req.id)),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const ask = async (id: string): Promise<string> => {
    const headers = { authorization: 'Bearer secret', cookie: 's=secret', 'x-request-id': id };
    return (
      await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/files?ticket=secret`, {
        headers,
      })
    ).text();
  };
  const ids = [await ask('request-7'), await ask('no id\t{}')];
  await new Promise((resolve) => server.close(resolve));
  expect(ids).toEqual(['request-7', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    ids.map((id) => ({
      level: 20,
      time: expect.any(Number),
      req: { id, method: 'GET', path: '/api/v1/files' },
      res: { statusCode: 201 },
      responseTime: expect.any(Number),
      msg: 'request completed',
    })),
  );
  expect(lines.join()).not.toContain('secret');
});
