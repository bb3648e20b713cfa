import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { texts } from '../../../shared/i18n';
import { accessibilityViolations, COLOURS, OUTPUT, WCAG_2_2 } from '../browser';
import { fitsWidth } from '../console';
import { settled } from '../visits';
import type { Address } from './addresses';
import { overflowingTexts } from './overflow';

export type Language = keyof typeof texts;
export const LANGUAGES = Object.keys(texts) as Language[];

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Window heights by width. */
const HEIGHTS = { 1440: 900, 375: 812 } as const;
export type Width = keyof typeof HEIGHTS;

/** Widths of tablets and small windows, between the narrow layout and the wide one. */
const MIDDLE_WIDTHS = [1024, 1000, 900, 800, 768];

/** A page as a user opens it, and the themes to check. */
export interface Visit {
  readonly address: Address;
  readonly language: Language;
  readonly width: Width;
  readonly themes: readonly Theme[];
}

/** Returns the middle widths that make the page scroll sideways. */
const overflowingWidths = async (page: Page): Promise<number[]> => {
  const overflowing: number[] = [];
  for (const width of MIDDLE_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[1440] });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    if (!(await fitsWidth(page))) overflowing.push(width);
  }
  return overflowing;
};

/** Keys of all texts. i18next shows the key of a text that it does not find. */
const keysOf = (tree: object, path = ''): string[] =>
  Object.entries(tree).flatMap(([name, text]: [string, object | string]) =>
    typeof text === 'string'
      ? `${path}${name}`.replace(/_(?:one|other)$/, '')
      : keysOf(text, `${path}${name}.`),
  );
const KEYS = new Set(keysOf(texts.ja));

const visibleKeys = async (page: Page): Promise<string[]> =>
  ((await page.locator('body').innerText()).match(/[a-z]\w*(?:\.\w+)+/gi) ?? []).filter((word) =>
    KEYS.has(word),
  );

/** Description of a fault. */
export type Fault = string;

/**
 * Opens the page and checks it in each theme. Returns the faults by the name of the look. Saves a picture of each
 * look with a fault, or of all if KEEP_PICTURES is set.
 */
export const inspectPage = async (
  page: Page,
  url: string,
  { address, language, width, themes }: Visit,
): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const heard: Fault[] = [];
  const listeners = {
    console: (message: { type(): string; text(): string }) =>
      void (
        ['error', 'warning'].includes(message.type()) && heard.push(`the browser says: ${message.text()}`)
      ),
    pageerror: (error: Error) => void heard.push(`a script failed: ${error.message}`),
    response: (response: { status(): number; url(): string }) =>
      void (response.status() >= 400 && heard.push(`${response.status()} for ${response.url()}`)),
  } as const;
  page
    .on('console', listeners.console)
    .on('pageerror', listeners.pageerror)
    .on('response', listeners.response);
  const name = (theme: Theme): string => `${address.name}, ${language}, ${theme}, ${width}`;
  try {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme: themes[0]!, reducedMotion: 'reduce' });
    await page.goto(`${url}${address.path}`);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      await settled(page);
      // The texts and their places are the same in every theme.
      const first = theme === themes[0];
      const seen = [
        ...(await accessibilityViolations(page, first ? WCAG_2_2 : COLOURS)).map(
          ({ id, help, nodes }) => `${id} (${help}): ${nodes.join('  ')}`,
        ),
        ...(first ? await overflowingTexts(page) : []),
        ...(first ? await visibleKeys(page) : []).map((key) => `shows the key ${key}`),
        ...((await fitsWidth(page)) ? [] : ['the page scrolls sideways']),
        ...heard.splice(0),
      ];
      if (seen.length > 0 || process.env.KEEP_PICTURES) {
        const folder = join(OUTPUT, 'routes', `${language}-${theme}-${width}`);
        mkdirSync(folder, { recursive: true });
        await page.screenshot({
          path: join(folder, `${address.name.replaceAll(' ', '-')}.png`),
          fullPage: true,
        });
      }
      faults.push(...seen.map((fault) => `${name(theme)}: ${fault}`));
    }
    if (language === 'ja' && width === 1440)
      for (const middle of await overflowingWidths(page))
        faults.push(`${address.name}, ${middle}: the page scrolls sideways`);
  } catch (error) {
    faults.push(`${name(themes[0]!)}: ${(error as Error).message}`);
  } finally {
    page
      .off('console', listeners.console)
      .off('pageerror', listeners.pageerror)
      .off('response', listeners.response);
  }
  return faults;
};
