import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser as launch, newContext } from '../../../tools/browser';

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

export async function startSite(): Promise<Site> {
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
