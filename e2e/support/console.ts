import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { newPage } from './chromium';

/** Returns the address without the product, which the console adds by itself. */
export const stateOf = (address: string | URL): string => {
  const { searchParams } = new URL(address);
  searchParams.delete('product_id');
  return String(searchParams);
};

/** Checks whether an address has this path, with any query. */
export const isPath =
  (path: string) =>
  (url: URL): boolean =>
    url.pathname === path;

interface SignInOptions {
  password?: string;
  /** Stays signed in, so further pages of the same browser are signed in too. */
  remember?: boolean;
}

/** Signs in on the console's screen and waits for the first page. */
export const signInOnScreen = async (
  page: Page,
  url: string,
  email: string,
  options: SignInOptions = {},
): Promise<void> => {
  const { password = 'Password1!', remember = false } = options;
  await page.goto(`${url}/`);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  if (remember) await page.getByRole('checkbox', { name: 'サインインしたままにする' }).check();
  await page.getByRole('button', { name: 'サインイン', exact: true }).click();
  await page.waitForURL(isPath('/dashboard'));
};

interface VisitorOptions extends SignInOptions {
  width?: number;
  colorScheme?: 'light' | 'dark';
}

/** Opens a page of a new visitor, signs in and waits for the first page. */
export const signedInPage = async (
  browser: Browser,
  url: string,
  email = 'admin@example.com',
  options: VisitorOptions = {},
): Promise<Page> => {
  const { width, colorScheme, ...signIn } = options;
  const page = await newPage(browser, width, colorScheme);
  await signInOnScreen(page, url, email, signIn);
  return page;
};

/** Opens a report by ad for one Tokyo day (yyyy-MM-dd) and waits for its table. */
export const openReport = async (
  page: Page,
  url: string,
  report: 'ad-statistics' | 'attribution',
  day: string,
): Promise<void> => {
  await page.goto(`${url}/analyze/${report}?from=${day}&to=${day}&axis=ad&compare=0`);
  await page.getByRole('row', { name: /合計/ }).first().waitFor();
};

/** Returns the cell texts of the row that names the ad. */
export const reportRow = async (page: Page, adName: string): Promise<string[]> => {
  const row = page.getByRole('row').filter({ hasText: adName }).first();
  await row.waitFor();
  return row.getByRole('cell').allInnerTexts();
};

/** Presses the CSV button and reads the file. */
export const downloadCsvFile = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
};

/** Milliseconds that the layout may need after a resize. */
const FOLLOWS_WITHIN = 3000;

/** Checks whether all content fits the width of the window, once the layout has followed a resize. */
export const fitsWidth = async (page: Page): Promise<boolean> => {
  // Polls from here, because the console's policy forbids polling inside the page.
  for (const start = Date.now(); ; await page.waitForTimeout(50)) {
    if (
      await page.evaluate<boolean>(
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
      )
    )
      return true;
    if (Date.now() - start > FOLLOWS_WITHIN) return false;
  }
};
