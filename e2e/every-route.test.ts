import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { metExceptions, newPage, OUTPUT } from './support/browser';
import { signInOnScreen } from './support/console';
import { everyAddress, type Address } from './support/routes/addresses';
import {
  LANGUAGES,
  inspectPage,
  THEMES,
  type Language,
  type Visit,
  type Width,
} from './support/routes/inspect-page';
import { describeConsole } from './support/running-console';
import { UPSTREAM } from './support/upstream';
import { visitAll } from './support/visits';

/**
 * `npm run test:all` visits every route in each language and theme, in Japanese in both widths. Otherwise only
 * in Japanese, light and wide.
 */
const ALL = process.env.EVERY_ROUTE === 'all';

jest.setTimeout(ALL ? 7_200_000 : 1_200_000);

/** Widths by language. English has the longest texts, so it is tested in the narrow window. */
const WIDTHS: Readonly<Record<Language, readonly Width[]>> = { ja: [1440, 375], en: [375], 'zh-CN': [1440] };

const visitsOf = (addresses: readonly Address[]): Visit[] =>
  ALL
    ? LANGUAGES.flatMap((language) =>
        addresses.flatMap((address) =>
          WIDTHS[language].map((width): Visit => ({ address, language, width, themes: THEMES })),
        ),
      )
    : addresses.map((address): Visit => ({ address, language: 'ja', width: 1440, themes: ['light'] }));

describeConsole('every route', 'no route was visited', (running) => {
  let addresses: Address[];

  beforeAll(async () => {
    addresses = await everyAddress(running.url);
  });
  /** Opens a browser context with the language, whose theme follows the system. */
  const contextOf = async (language: Language, signedIn: boolean): Promise<BrowserContext> => {
    const page = await newPage(running.browser);
    const context = page.context();
    await context.addCookies([{ name: 'ic_theme', value: 'system', url: running.url }]);
    if (signedIn) await signInOnScreen(page, running.url, 'admin@example.com', { remember: true });
    else await page.goto(`${running.url}/login`);
    await page.evaluate(
      `localStorage.setItem('ic_language', JSON.stringify({ version: 1, expires: Date.now() + 86_400_000, data: '${language}' }))`,
    );
    await page.close();
    return context;
  };

  it('is accessible, fits its window and reports no error', async () => {
    const visits = visitsOf(addresses);
    const faults: string[] = [];
    for (const language of LANGUAGES) {
      for (const open of [true, false]) {
        const own = visits.filter((visit) => visit.language === language && visit.address.public === open);
        if (own.length === 0) continue;
        const context = await contextOf(language, !open);
        await visitAll(
          context,
          own,
          async (page, visit) => void faults.push(...(await inspectPage(page, running.url, visit))),
        );
        await context.close();
      }
    }
    mkdirSync(OUTPUT, { recursive: true });
    writeFileSync(join(OUTPUT, 'routes.txt'), faults.join('\n'));
    expect(faults).toEqual([]);
  });

  (ALL ? it : it.skip)('uses every exception made for libraries', () => {
    expect(UPSTREAM.filter((_, index) => !metExceptions.has(index))).toEqual([]);
  });
});
