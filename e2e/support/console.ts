import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { newPage } from './chromium';

/** What an address says beside the product, which the console puts there by itself. */
export const statedBy = (address: string | URL): string => {
  const { searchParams } = new URL(address);
  searchParams.delete('product_id');
  return String(searchParams);
};

/** Whether an address is that of a page, whatever it says. */
export const isPath =
  (path: string) =>
  (url: URL): boolean =>
    url.pathname === path;

interface SignInOptions {
  password?: string;
  /** Stays signed in, so that further pages of the same browser are signed in too. */
  remember?: boolean;
}

/** Signs in on the console's own screen and waits for the first page behind it. */
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

/** A page of a visitor of its own who has signed in, at the first page behind the sign-in. */
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

/** Texts of the cells of the table's row that names the ad. */
export const reportRow = async (page: Page, adName: string): Promise<string[]> => {
  const row = page.getByRole('row').filter({ hasText: adName }).first();
  await row.waitFor();
  return row.getByRole('cell').allInnerTexts();
};

/** Presses the CSV button and reads the file that comes. */
export const downloadCsvFile = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
};

/** Milliseconds that a layout may need to follow a change of the window's size. */
const FOLLOWS_WITHIN = 3000;

/** Whether everything fits the width of the window, once the layout has followed a change of its size. */
export const fitsWidth = async (page: Page): Promise<boolean> => {
  // Asked again from here: the console's policy forbids what would ask again inside the page.
  for (const begun = Date.now(); ; await page.waitForTimeout(50)) {
    if (
      await page.evaluate<boolean>(
        'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
      )
    )
      return true;
    if (Date.now() - begun > FOLLOWS_WITHIN) return false;
  }
};
