import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chromiumPath } from '../../tools/browser';

export { launchBrowser, newPage } from './chromium';

const OUTPUT = join(__dirname, '../output');

/** `describe` where there is a Chromium; else the block is counted as skipped. */
export const describeInBrowser: jest.Describe = chromiumPath() ? describe : describe.skip;

/** Keeps a picture in e2e/output. */
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

/** What axe finds wrong by WCAG 2.1 A and AA on the page as it stands, or by some of its rules. */
export const accessibilityViolations = async (page: Page, rules?: readonly string[]): Promise<Violation[]> => {
  // The console's policy allows no foreign script tags; evaluating text is not one.
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(doc: unknown, options: object): Promise<{ violations: { id: string; impact: string; help: string; nodes: { html: string }[] }[] }> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
    const found = await axe.run((globalThis as unknown as { document: unknown }).document, { runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags } });
    return found.violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.slice(0, 5).map((node) => node.html.slice(0, 200)) }));
  }, rules);
};
