import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { newPage } from './support/browser';
import { signedInPage } from './support/console';
import { describeConsole } from './support/running-console';
import { settled } from './support/visits';

jest.setTimeout(240_000);

/**
 * Bounds of a sign-in before the user can type: requests, and gzipped bytes of the page, its scripts and
 * styles. The bench counts the same.
 */
const MOST_REQUESTS = 12;
const MOST_BYTES = 200 * 1024;

interface PageRequest {
  readonly name: string;
  readonly body: Buffer;
}

describeConsole('the first load', 'the first load was not counted', (running) => {
  const operationOf = (request: Request): string =>
    request.url().endsWith('/graphql')
      ? ((request.postDataJSON() as { operationName: string } | null)?.operationName ?? '')
      : '';
  const nameOf = (request: Request): string => {
    const operation = operationOf(request);
    return `${request.method()} ${request.url().replace(running.url, '')} ${operation}`.trim();
  };
  /** Lists everything that a page requests until it is idle. */
  const requestsOf = async (page: Page, open: () => Promise<void>): Promise<PageRequest[]> => {
    const answers: Promise<PageRequest>[] = [];
    const listen = (request: Request): void =>
      void answers.push(
        request.response().then(async (response) => ({
          name: nameOf(request),
          body: (await response?.body()) ?? Buffer.alloc(0),
        })),
      );
    page.on('request', listen);
    await open();
    await settled(page);
    page.off('request', listen);
    return Promise.all(answers);
  };
  /** Chromium requests the icon again for each new address, from its own cache. */
  const isRepeatable = (name: string): boolean => name.includes('FigureNews') || name.includes('/favicon.');
  const twice = (requests: readonly PageRequest[]): string[] => {
    const names = requests.map(({ name }) => name).filter((what) => !isRepeatable(what));
    return names.filter((name, index) => names.indexOf(name) !== index);
  };

  it('the sign-in takes at most 12 requests and 200 KB, without duplicates', async () => {
    const page = await newPage(running.browser);
    const requests = await requestsOf(page, async () => void (await page.goto(`${running.url}/login`)));
    const code = requests.filter(({ name }) => /login$|\.(js|css)$/.test(name));
    const bytes = code.reduce((sum, { body }) => sum + gzipSync(body, { level: 6 }).length, 0);
    console.log(`Sign-in: ${requests.length} requests, ${(bytes / 1024).toFixed(1)} KB gzipped`);
    expect(twice(requests)).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    await page.context().close();
  });

  it.each([
    ['/dashboard', 'Dashboard'],
    ['/analyze/ad-statistics', 'AdStatistics'],
    ['/ad/setting', 'Ads'],
  ])(
    '%s of a returning user sends no request twice, and requests profile, selections and metrics at once',
    async (path, metricsQuery) => {
      const page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
      await settled(page);
      const other = await page.context().newPage();
      // Delays profile and selections. A request that depends on them would not be sent.
      let release = (): void => undefined;
      const released = new Promise<void>((done) => (release = done));
      await other.route('**/graphql', async (route, request) => {
        if (['Me', 'Selections'].includes(operationOf(request))) await released;
        await route.continue();
      });
      const all = Promise.all(
        ['Me', 'Selections', metricsQuery].map((name) =>
          other.waitForRequest((request) => operationOf(request) === name),
        ),
      );
      const requests = await requestsOf(other, async () => {
        await other.goto(`${running.url}${path}`);
        await all;
        release();
      });
      expect(twice(requests)).toEqual([]);
      await page.context().close();
    },
  );
});
