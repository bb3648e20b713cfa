import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../../../tools/browser';

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Advertisers' domains resolve to this machine.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** A normal user agent: "HeadlessChrome" would be excluded as a bot. */
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** `describe` if Chromium is installed; else the block is skipped. */
export const describeInBrowser: jest.Describe = chromiumPath() ? describe : describe.skip;

/** @param ignoreDefaultArgs default flags of Playwright that visitors' browsers don't have */
export const launchBrowser = (ignoreDefaultArgs: string[] = []): Promise<Browser> => {
  const executablePath = chromiumPath();
  return chromium.launch({ ...(executablePath && { executablePath }), args: ARGS, ignoreDefaultArgs });
};

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
  const page = await (await browser.newContext({ userAgent: USER_AGENT })).newPage();
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
