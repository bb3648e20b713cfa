import type { Page, Request } from 'playwright-core';

const REPORTS = ['AdStatistics', 'Attribution'];
/** A page that is still at so many milliseconds asks for nothing more. */
const STILL_MS = 700;

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

  /** How many queries something leads to, once nothing more comes and the figures stand. */
  async of(act: () => Promise<unknown>): Promise<number> {
    this.count = 0;
    await act();
    do await this.page.waitForTimeout(STILL_MS);
    while (Date.now() - this.last < STILL_MS);
    await this.page.locator('table[aria-busy="false"]').waitFor();
    return this.count;
  }
}

/** Where the header, the total's cell and the first row's cell of each column of figures stand, as pixels of the window. */
export const columnPlaces = (page: Page): Promise<{ heading: string; header: number; total: number; body: number }[]> =>
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

/** How far the table's box is scrolled sideways. */
export const scrolledBy = (page: Page): Promise<number> => page.evaluate(`document.querySelector('[data-scroll-box]').scrollLeft`);
