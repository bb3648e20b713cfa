import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { newPage } from './support/browser';
import { signedInPage } from './support/console';
import { describeConsole } from './support/running-console';
import { settled } from './support/visits';

jest.setTimeout(240_000);

/** What a sign-in may cost before anybody can type: requests, and gzipped bytes of the page, its scripts and styles, as the bench counts them. */
const MOST_REQUESTS = 12;
const MOST_BYTES = 150 * 1024;

interface Asked {
  readonly what: string;
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
  /** Everything that a page asks for until it has come to rest. */
  const askedBy = async (page: Page, open: () => Promise<void>): Promise<Asked[]> => {
    const answers: Promise<Asked>[] = [];
    const listen = (request: Request): void =>
      void answers.push(
        request.response().then(async (response) => ({
          what: nameOf(request),
          body: (await response?.body()) ?? Buffer.alloc(0),
        })),
      );
    page.on('request', listen);
    await open();
    await settled(page);
    page.off('request', listen);
    return Promise.all(answers);
  };
  /** The browser looks for its icon anew with each address that the bar shows, in its own cache. */
  const isAskedAgain = (what: string): boolean => what.includes('FigureNews') || what.includes('/favicon.');
  const twice = (asked: readonly Asked[]): string[] => {
    const names = asked.map(({ what }) => what).filter((what) => !isAskedAgain(what));
    return names.filter((what, index) => names.indexOf(what) !== index);
  };

  it('of the sign-in is 12 requests and 150 KB at most, and none is made twice', async () => {
    const page = await newPage(running.browser);
    const asked = await askedBy(page, async () => void (await page.goto(`${running.url}/login`)));
    const code = asked.filter(({ what }) => /login$|\.(js|css)$/.test(what));
    const bytes = code.reduce((sum, { body }) => sum + gzipSync(body, { level: 6 }).length, 0);
    console.log(`Sign-in: ${asked.length} requests, ${(bytes / 1024).toFixed(1)} KB gzipped`);
    expect(twice(asked)).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    await page.context().close();
  });

  it.each([
    ['/dashboard', 'Dashboard'],
    ['/analyze/ad-statistics', 'AdStatistics'],
    ['/ad/setting', 'Ads'],
  ])(
    'of %s by somebody who was here before makes no request twice, and asks for profile, selections and figures at once',
    async (path, figures) => {
      const page = await signedInPage(running.browser, running.url, 'admin@example.com', { remember: true });
      await settled(page);
      const other = await page.context().newPage();
      // Profile and selections are held back: what waited for them would not be asked for.
      let release = (): void => undefined;
      const held = new Promise<void>((done) => (release = done));
      await other.route('**/graphql', async (route, request) => {
        if (['Me', 'Selections'].includes(operationOf(request))) await held;
        await route.continue();
      });
      const all = Promise.all(
        ['Me', 'Selections', figures].map((name) =>
          other.waitForRequest((request) => operationOf(request) === name),
        ),
      );
      const asked = await askedBy(other, async () => {
        await other.goto(`${running.url}${path}`);
        await all;
        release();
      });
      expect(twice(asked)).toEqual([]);
      await page.context().close();
    },
  );
});
