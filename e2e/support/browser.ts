import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath } from '../../tools/browser';

const OUTPUT = join(__dirname, '../output');
const ARGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** `describe` where there is a Chromium; else the block is counted as skipped. */
export const describeInBrowser: jest.Describe = chromiumPath() ? describe : describe.skip;

/** Starts Chromium. Each test should use a context of its own. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath(), args: ARGS });

/** Headless Chromium calls itself a robot, and robots count in no report; this is what it calls itself with a window. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

/** A page of a fresh visitor in Japanese, Tokyo time. */
export const newPage = async (browser: Browser, width = 1440, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width, height: width < 700 ? 812 : 900 },
    colorScheme,
    userAgent: USER_AGENT,
  });
  return context.newPage();
};

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
