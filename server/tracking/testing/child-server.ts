import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { productDatabase } from '../../composition/open-database';
import { parseDatabaseUrl } from '../../config/config';
import { createTracking } from '..';

/** A tracking server for tests to kill: `child-server.ts DATABASE_URL DATA_DIR interval|group`. */
async function main([url = '', dataDir = '', fsync = 'interval']: string[]): Promise<void> {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  const tracking = createTracking({
    config: {
      dataDir,
      trackerUrl: 'http://localhost',
      trustProxy: 0,
      clickFsync: fsync === 'group' ? 'group' : 'interval',
      segmentDays: 7,
      demo: false,
    },
    db,
    log: pino({ level: 'silent' }),
  });
  await tracking.start();
  const server = createServer((request, response) => {
    if (!tracking.handle(request, response)) response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

void main(process.argv.slice(2));
