import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { texts } from '../../../shared/i18n';
import { accessibilityViolations, OUTPUT, SINCE_2_2 } from '../browser';
import { fitsWidth } from '../console';
import { settled } from '../visits';
import type { Address } from './addresses';
import { overflowingTexts } from './overflow';

export type Language = keyof typeof texts;
export const LANGUAGES = Object.keys(texts) as Language[];

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Window heights by width. */
export const HEIGHTS = { 1440: 900, 375: 812 } as const;
export type Width = keyof typeof HEIGHTS;

/** A page as a user opens it, and the themes to check. */
export interface Visit {
  readonly address: Address;
  readonly language: Language;
  readonly width: Width;
  readonly themes: readonly Theme[];
}

/** Description of a fault. */
export type Fault = string;

/** Opens the page, checks it in each theme and saves pictures. Returns the faults by the name of the look. */
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
      const folder = join(OUTPUT, 'routes', `${language}-${theme}-${width}`);
      mkdirSync(folder, { recursive: true });
      await page.screenshot({
        path: join(folder, `${address.name.replaceAll(' ', '-')}.png`),
        fullPage: true,
      });
      const seen = [
        ...[
          ...(await accessibilityViolations(page)),
          ...(await accessibilityViolations(page, SINCE_2_2)),
        ].map(({ id, help, nodes }) => `${id} (${help}): ${nodes.join('  ')}`),
        ...(await overflowingTexts(page)),
        ...((await fitsWidth(page)) ? [] : ['the page scrolls sideways']),
        ...heard.splice(0),
      ];
      faults.push(...seen.map((fault) => `${name(theme)}: ${fault}`));
    }
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
