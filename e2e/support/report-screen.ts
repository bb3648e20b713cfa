import type { Page, Request } from 'playwright-core';
import { stateOf } from './console';

const REPORTS = ['AdStatistics', 'Attribution', 'TermTrend', 'Lpo', 'AdEffect', 'Allocation'];
/** A page without requests for this many milliseconds is idle. */
const IDLE_MS = 700;

/** Counts the report queries that a page sends. */
export class ReportRequests {
  private count = 0;
  private last = 0;

  constructor(private readonly page: Page) {
    page.on('request', (request: Request) => {
      if (!request.url().endsWith('/graphql')) return;
      const { operationName } = (request.postDataJSON() ?? {}) as { operationName?: string };
      if (!REPORTS.includes(operationName ?? '')) return;
      this.count += 1;
      this.last = Date.now();
    });
  }

  /** Counts the queries that an action causes, once the page is idle and shows its metrics. */
  async countDuring(act: () => Promise<unknown>): Promise<number> {
    this.count = 0;
    await act();
    do await this.page.waitForTimeout(IDLE_MS);
    while (Date.now() - this.last < IDLE_MS);
    await this.page.locator('table[aria-busy="false"]').first().waitFor();
    return this.count;
  }
}

/** Measures the left edge of each metric column in the window: header, total cell, and first row's cell. */
export const columnPositions = (
  page: Page,
): Promise<{ heading: string; header: number; total: number; body: number }[]> =>
  page.evaluate(`(() => {
    const table = document.querySelector('[data-scroll-box] table');
    const left = (cell) => Math.round(cell.getBoundingClientRect().left);
    const headers = [...table.querySelectorAll('thead th[scope=col]')];
    const rows = [...table.querySelectorAll('thead tr')];
    const total = [...rows.at(-1).children];
    const body = [...table.querySelector('tbody tr[data-row-key]').children];
    return headers.map((header, index) => ({
      heading: header.textContent, header: left(header), total: left(total[index]), body: left(body[index]),
    }));
  })()`);

/** Returns the horizontal scroll position of the table's box. */
export const scrolledBy = (page: Page): Promise<number> =>
  page.evaluate(`document.querySelector('[data-scroll-box]').scrollLeft`);

/** Swipes sideways over the rows of the table. */
export const swipeTable = async (page: Page, distance: number): Promise<void> => {
  const box = page.locator('[data-scroll-box]');
  await page.evaluate(`document.querySelector("[data-scroll-box]").scrollIntoView({ block: "center" })`);
  const place = await box.boundingBox();
  if (!place) throw new Error('There is no table');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const from = place.x + place.width * 0.8;
  const y = place.y + place.height / 2;
  const move = (type: 'touchStart' | 'touchMove', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await move('touchStart', from);
  for (let step = 1; step <= 18; step += 1) await move('touchMove', from + (distance * step) / 18);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** Time that a loaded machine may need to put a choice into the address. After that the click is repeated. */
const CHOICE_MS = 10_000;

/**
 * Chooses an option by name or index and waits until the address contains it. A list may move away under the
 * pointer while charts are laid out. The click is then repeated.
 */
export const chooseOption = async (
  page: Page,
  label: RegExp | string,
  option: string | number,
): Promise<void> => {
  const before = stateOf(page.url());
  const isChosen = () =>
    page
      .waitForURL((url) => stateOf(url) !== before, { timeout: CHOICE_MS, waitUntil: 'commit' })
      .then(
        () => true,
        () => false,
      );
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await page.getByRole('combobox', { name: label }).click();
    const list = page.locator('.ant-select-dropdown:visible');
    await (
      typeof option === 'number'
        ? list.locator('.ant-select-item-option').nth(option)
        : list.getByTitle(option, { exact: true })
    ).click();
    const done = await isChosen();
    // A multiple choice stays open and marks the chosen options. A single choice closes.
    await page.keyboard.press('Escape');
    if (done) return;
  }
  throw new Error(`${option} could not be chosen`);
};
