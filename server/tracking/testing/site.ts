import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser as launch, newContext } from '../../../tools/browser';
import type { Database, Dialect } from '../../db/database';
import { openTestDatabase } from '../../db/testing/databases';
import { startTracking, type TrackingServer } from './tracking-server';

/** `describe` if Chromium is installed; else the block is skipped. */
export const describeInBrowser: jest.Describe = chromiumPath() ? describe : describe.skip;

/** Starts a browser that finds advertisers' domains (`*.test`) on this machine. */
export const launchBrowser = (suspends = false): Promise<Browser> =>
  launch(['--host-resolver-rules=MAP *.test 127.0.0.1'], suspends);

/** An advertiser's site: the same page under every path and host name. */
export interface Site {
  port: number;
  /** Replaces the head and body of the page. */
  show(page: { head?: string; body?: string }): void;
  close(): Promise<void>;
}

async function startSite(): Promise<Site> {
  let head = '';
  let body = '';
  const server = createServer((request: IncomingMessage, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html><head><title>${request.url}</title>${head}</head><body>${body}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    show(page) {
      head = page.head ?? '';
      body = page.body ?? '';
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Requests of a page to `/collect`, in order, and its errors. */
export interface Watched {
  page: Page;
  sent: Record<string, unknown>[];
  errors: string[];
}

/** Opens a watched page of a new visitor. */
export async function watchedPage(browser: Browser): Promise<Watched> {
  const page = await (await newContext(browser)).newPage();
  const watched: Watched = { page, sent: [], errors: [] };
  page.on('pageerror', (error) => watched.errors.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().endsWith('/collect') || request.method() !== 'POST') return;
    const body = JSON.parse(request.postData() ?? 'null') as
      Record<string, unknown> | Record<string, unknown>[];
    watched.sent.push(...(Array.isArray(body) ? body : [body]));
  });
  return watched;
}

/** Waits until a condition holds, at most five seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5000; Date.now() < end;) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the condition did not become true in 5 s');
}

/** What a browser test of the tag needs. */
export interface TagStage {
  db: Database;
  server: TrackingServer;
  site: Site;
  browser: Browser;
  /** Returns a URL of the advertiser's site. */
  at(host: string, path: string): string;
  /** Returns the script element of a product's tag. */
  tagOf(productId: number, tracker?: string): string;
}

/**
 * Opens a database, a site, a tracker and a browser before the tests of a block, and closes them afterwards.
 *
 * @param prepare stores the settings before the tracker starts
 */
export function stageTag(prepare: (stage: TagStage) => Promise<void>, dialect: Dialect = 'sqlite'): TagStage {
  const stage = {
    at: (host, path) => `http://${host}:${stage.site.port}${path}`,
    tagOf: (productId, tracker = stage.server.url) =>
      `<script async src="${tracker}/tag/${productId}.js"></script>`,
  } as TagStage;
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const test = await openTestDatabase(dialect);
    closing.unshift(() => test.drop());
    stage.db = test.db;
    stage.site = await startSite();
    closing.unshift(() => stage.site.close());
    await prepare(stage);
    stage.server = await startTracking(stage.db);
    closing.unshift(() => stage.server.stop());
    stage.browser = await launchBrowser();
    closing.unshift(() => stage.browser.close());
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return stage;
}
