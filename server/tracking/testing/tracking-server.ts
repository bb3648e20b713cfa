import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Database } from '../../db/database';
import { createTracking, type Tracking, type TrackingDeps } from '..';

/** Tracking endpoints over real HTTP on their own port, with a data folder that is deleted on `stop`. */
export interface TrackingServer {
  url: string;
  tracking: Tracking;
  dataDir: string;
  /** Stops the server. With `keep`, the folder stays for another start. */
  stop(keep?: boolean): Promise<void>;
}

export type TrackingOptions = Partial<TrackingDeps['config']> &
  Partial<Pick<TrackingDeps, 'now' | 'random' | 'disk' | 'log'>>;

export async function startTracking(db: Database, options: TrackingOptions = {}): Promise<TrackingServer> {
  const { now, random, disk, log = pino({ level: 'silent' }), ...config } = options;
  const dataDir = config.dataDir ?? mkdtempSync(join(tmpdir(), 'inflow-tracking-'));
  const tracking = createTracking({
    config: {
      trackerUrl: 'http://localhost:3000',
      trustProxy: 0,
      clickFsync: 'interval',
      segmentDays: 7,
      demo: true,
      ...config,
      dataDir,
    },
    db,
    log,
    now,
    random,
    disk,
  });
  await tracking.start();
  const server = createServer((request, response) => {
    if (!tracking.handle(request, response)) response.writeHead(404).end('not tracking');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    tracking,
    dataDir,
    async stop(keep = false) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await tracking.close();
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request exactly as given, without following redirects or normalizing the path. */
export function send(
  url: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}
