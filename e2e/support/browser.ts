import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chromiumPath } from '../../tools/browser';
import { UPSTREAM } from './upstream';

export { launchBrowser, newPage } from './chromium';

/** Folder for the pictures of browser tests. */
export const OUTPUT = join(__dirname, '../output');

/** `describe` if Chromium is available. Otherwise the block counts as skipped. */
export const describeInBrowser: jest.Describe = chromiumPath() ? describe : describe.skip;

/** Saves a picture in e2e/output. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: join(OUTPUT, `${name}.png`) });
};

export interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: string[];
}

interface AxeResult {
  violations: {
    id: string;
    impact: string;
    help: string;
    nodes: { html: string; element: { matches(selector: string): boolean } }[];
  }[];
}

const WCAG_2_1 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** Rules of axe for WCAG 2.2 A and AA. They apply to every route as it opens. */
export const WCAG_2_2 = { type: 'tag', values: [...WCAG_2_1, 'wcag22aa'] };
/** Rules of axe that depend on the theme. */
export const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Exceptions met so far, by their index in the list. */
export const metExceptions = new Set<number>();

/**
 * Lists violations of WCAG 2.1 A and AA, or of the given rules, in the page's current state. Known violations
 * of libraries are left out.
 */
export const accessibilityViolations = async (
  page: Page,
  runOnly: typeof WCAG_2_2 = { type: 'tag', values: WCAG_2_1 },
): Promise<Violation[]> => {
  // The console's policy forbids foreign script tags. Evaluating text is allowed.
  if (!(await page.evaluate<boolean>('"axe" in globalThis')))
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations, met } = await page.evaluate(
    async ({ only, known }) => {
      const { axe, document } = globalThis as unknown as {
        axe: { run(doc: unknown, options: object): Promise<AxeResult> };
        document: unknown;
      };
      const result = await axe.run(document, { runOnly: only, elementRef: true });
      const needed: number[] = [];
      const remaining = result.violations.map(({ id, impact, help, nodes }) => {
        const unknown = nodes.filter(({ element }) => {
          const exception = known.findIndex(({ rule, selector }) => rule === id && element.matches(selector));
          if (exception >= 0) needed.push(exception);
          return exception < 0;
        });
        return { id, impact, help, nodes: unknown.slice(0, 5).map((node) => node.html.slice(0, 200)) };
      });
      return { violations: remaining.filter(({ nodes }) => nodes.length > 0), met: needed };
    },
    { only: runOnly, known: [...UPSTREAM] },
  );
  met.forEach((index) => metExceptions.add(index));
  return violations;
};
