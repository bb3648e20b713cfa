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

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
/** Rules of axe that WCAG 2.2 AA adds to 2.1. They apply to every route as it opens. */
export const SINCE_2_2 = ['target-size'];

/** Exceptions met so far, by their index in the list. */
export const metExceptions = new Set<number>();

/**
 * Lists violations of WCAG 2.1 A and AA, or of the given rules, in the page's current state. Known violations
 * of libraries are left out.
 */
export const accessibilityViolations = async (
  page: Page,
  rules?: readonly string[],
): Promise<Violation[]> => {
  // The console's policy forbids foreign script tags. Evaluating text is allowed.
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations, met } = await page.evaluate(
    async ({ only, tags, known }) => {
      const { axe, document } = globalThis as unknown as {
        axe: { run(doc: unknown, options: object): Promise<AxeResult> };
        document: unknown;
      };
      const result = await axe.run(document, {
        runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
        elementRef: true,
      });
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
    { only: rules, tags: TAGS, known: [...UPSTREAM] },
  );
  met.forEach((index) => metExceptions.add(index));
  return violations;
};
