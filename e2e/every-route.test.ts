import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { metExceptions, newPage, OUTPUT } from './support/browser';
import { signInOnScreen } from './support/console';
import { partOfToday, WHOLE } from './support/part-of-today';
import { everyAddress, type Address } from './support/routes/addresses';
import {
  HEIGHTS,
  LANGUAGES,
  look,
  THEMES,
  type Language,
  type Visit,
  type Width,
} from './support/routes/look';
import { describeConsole } from './support/running-console';
import { UPSTREAM } from './support/upstream';
import { visitAll } from './support/visits';

/** Otherwise each look beside the first comes round once in so many days. */
const DAYS = 24;

jest.setTimeout(WHOLE ? 7_200_000 : 1_200_000);

const WIDTHS = Object.keys(HEIGHTS).map(Number) as Width[];

const wholeVisits = (addresses: readonly Address[]): Visit[] =>
  LANGUAGES.flatMap((language) =>
    addresses.flatMap((address) =>
      WIDTHS.map((width): Visit => ({ address, language, width, themes: THEMES })),
    ),
  );

/** Japanese, light and wide whole; of all others those whose turn it is on this day. */
const sampledVisits = (addresses: readonly Address[]): Visit[] => {
  const single = wholeVisits(addresses).flatMap((visit) =>
    visit.themes.map((theme): Visit => ({ ...visit, themes: [theme] })),
  );
  const isFirst = ({ language, width, themes }: Visit): boolean =>
    language === 'ja' && width === 1440 && themes[0] === 'light';
  const others = single.filter((visit) => !isFirst(visit));
  return [
    ...single.filter(isFirst),
    ...partOfToday('Other looks at routes than in Japanese, light and wide', others, DAYS),
  ];
};

describeConsole('every route', 'no route was looked at', (running) => {
  let addresses: Address[];

  beforeAll(async () => {
    addresses = await everyAddress(running.url);
  });
  /** A browser that speaks the language and takes its theme from the system. */
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

  it(`${WHOLE ? 'in three languages, both themes, wide and narrow' : 'in Japanese, light and wide, and a part of the others'}: accessible, nothing sticks out, nothing fails`, async () => {
    const visits = WHOLE ? wholeVisits(addresses) : sampledVisits(addresses);
    const faults: string[] = [];
    for (const language of LANGUAGES) {
      for (const open of [true, false]) {
        const own = visits.filter((visit) => visit.language === language && visit.address.public === open);
        if (own.length === 0) continue;
        const context = await contextOf(language, !open);
        await visitAll(
          context,
          own,
          async (page, visit) => void faults.push(...(await look(page, running.url, visit))),
        );
        await context.close();
      }
    }
    mkdirSync(OUTPUT, { recursive: true });
    writeFileSync(join(OUTPUT, 'routes.txt'), faults.join('\n'));
    expect(faults).toEqual([]);
  });

  (WHOLE ? it : it.skip)('needs every exception that it makes for libraries', () => {
    expect(UPSTREAM.filter((_, index) => !metExceptions.has(index))).toEqual([]);
  });
});
