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

/**
 * Places of the metric cells of the total and the first row beside the names, without what the table covers at
 * its edges.
 */
const CELLS = `(() => {
  const box = document.querySelector('[data-scroll-box]');
  const pinned = [...box.querySelectorAll('thead tr:last-child th')].at(-1).getBoundingClientRect().right;
  const right = box.getBoundingClientRect().left + box.clientWidth;
  const covers = [...box.querySelectorAll('div[data-screen-only] > *')].map((cover) => cover.getBoundingClientRect());
  const from = Math.max(pinned, ...covers.filter(({ left, width }) => width > 0 && left < pinned + 1).map((cover) => cover.right));
  const until = Math.min(right, ...covers.filter(({ left, width }) => width > 0 && left > pinned + 1).map(({ left }) => left));
  return [...box.querySelectorAll('thead tr:last-child td[data-column]')].map((cell) => {
    const place = cell.getBoundingClientRect();
    return {
      name: cell.getAttribute('data-column'),
      seen: place.right > from + 1 && place.left < until - 1,
      whole: place.left >= from - 1 && place.right <= until + 1,
    };
  });
})()`;

/** Returns the columns of the table of which a part is seen. */
export const partlySeen = async (page: Page): Promise<string[]> =>
  (await page.evaluate<{ name: string; seen: boolean; whole: boolean }[]>(CELLS)).flatMap(
    ({ name, seen, whole }) => (seen && !whole ? [name] : []),
  );

/** Returns how many columns of the table are seen whole. */
export const wholeColumns = async (page: Page): Promise<number> =>
  (await page.evaluate<{ whole: boolean }[]>(CELLS)).filter(({ whole }) => whole).length;

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
