import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Minimal redirect server: node:http, one header, no logging. */
const server = createServer((_request, response) => {
  response.writeHead(302, [
    'Location',
    'https://shop.example/lp?from=ad&a_ad=1&a_iid=0#top',
    'Cache-Control',
    'no-store',
    'Content-Length',
    '0',
  ]);
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
