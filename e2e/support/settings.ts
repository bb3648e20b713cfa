import type { Locator, Page } from 'playwright-core';
import type { Step } from './forms';

/** A management screen with a list, as a table of what people do on it. */
export interface SettingScreen {
  name: string;
  /** Path of the list, its tab included. */
  path: string;
  /** What is added: the button says `{noun}を追加`. */
  noun: string;
  opens: 'dialog' | 'page';
  /** Tries to add one, with what is said of each; the last one is saved. */
  steps: readonly Step[];
  /** Label of the field that is changed, and its new value. */
  change: readonly [label: string, value: string];
  /** What the row is called before and after the change. */
  called: readonly [before: string, after: string];
  /** Text that finds it alone. */
  keyword: string;
  /** Header that the list is sorted by (its key in the address), and one that is hidden. */
  sortBy: readonly [header: string, key: string];
  hide: string;
}

/** Where the form stands: the open dialog, or the page. */
export const formOf = (page: Page, { opens }: Pick<SettingScreen, 'opens'>): Locator =>
  opens === 'dialog' ? page.getByRole('dialog') : page.locator('#content');

/** Opens the list and waits for its rows or its empty state. */
export const openList = async (page: Page, url: string, path: string): Promise<void> => {
  await page.goto(`${url}${path}`);
  await page.getByRole('searchbox', { name: '検索' }).waitFor();
  await page.locator('.ant-skeleton').waitFor({ state: 'detached' });
};

/** Types a keyword and waits until the address holds it. */
export const search = async (page: Page, keyword: string): Promise<void> => {
  await page.getByRole('searchbox', { name: '検索' }).fill(keyword);
  await page.waitForURL((url) => url.searchParams.get('q') === keyword);
};

/** The row of a list that holds a text. */
export const rowNamed = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

const headers = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();
export const hasHeader = async (page: Page, header: string): Promise<boolean> =>
  (await headers(page)).includes(header);

/** The header of a column in sight. */
export const headerOf = (page: Page, header: string): Locator =>
  page.getByRole('columnheader').filter({ hasText: header }).first();

/** Texts of a column from the top. */
export const columnTexts = async (page: Page, header: string): Promise<string[]> => {
  const at = (await headers(page)).indexOf(header);
  return page.locator(`tbody tr.ant-table-row > :nth-child(${at + 1})`).allInnerTexts();
};
