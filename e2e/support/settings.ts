import type { Locator, Page } from 'playwright-core';
import type { Step } from './forms';

/** A settings screen with a list, as a table of a user's steps. */
export interface SettingScreen {
  name: string;
  /** Path of the list with its tab. */
  path: string;
  /** Noun of the add button: `{noun}を追加`. */
  noun: string;
  opens: 'dialog' | 'page';
  /** Attempts to add a row, with the expected errors. The last one succeeds. */
  steps: readonly Step[];
  /** Label of the field to change, and its new value. */
  change: readonly [label: string, value: string];
  /** Name of the row before and after the change. */
  names: readonly [before: string, after: string];
  /** Keyword that matches only this row. */
  keyword: string;
  /** Header to sort by (with its key in the address), and one to hide. */
  sortBy: readonly [header: string, key: string];
  hide: string;
}

/** Returns the container of the form: the open dialog, or the page. */
export const formOf = (page: Page, { opens }: Pick<SettingScreen, 'opens'>): Locator =>
  opens === 'dialog' ? page.getByRole('dialog') : page.locator('#content');

/** Opens the list and waits for its rows or its empty state. */
export const openList = async (page: Page, url: string, path: string): Promise<void> => {
  await page.goto(`${url}${path}`);
  await page.getByRole('searchbox', { name: '検索' }).waitFor();
  await page.locator('.ant-skeleton').waitFor({ state: 'detached' });
};

/** Types a keyword and waits until the address contains it. */
export const search = async (page: Page, keyword: string): Promise<void> => {
  await page.getByRole('searchbox', { name: '検索' }).fill(keyword);
  await page.waitForURL((url) => url.searchParams.get('q') === keyword);
};

/** Returns the row of a list that contains a text. */
export const rowNamed = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

const headers = (page: Page): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();
export const hasHeader = async (page: Page, header: string): Promise<boolean> =>
  (await headers(page)).includes(header);

/** Returns the visible header of a column. */
export const headerOf = (page: Page, header: string): Locator =>
  page.getByRole('columnheader').filter({ hasText: header }).first();

/** Returns the texts of a column from the top. */
export const columnTexts = async (page: Page, header: string): Promise<string[]> => {
  const at = (await headers(page)).indexOf(header);
  return page.locator(`tbody tr.ant-table-row > :nth-child(${at + 1})`).allInnerTexts();
};
