import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Programs that print a page, by their usual names. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chromium-headless-shell',
  'chrome-headless-shell',
];
const TIMEOUT_MS = 60_000;
/** Documents that may wait for the browser; it takes a core and 200 MB, so one runs at a time. */
const MAX_WAITING = 4;
const LOW_PRIORITY = 10;

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the path of the browser that prints PDF files, or null if there is none.
 * @param configured path or name; `none` for no browser; undefined: one of the usual names
 * @param searchPath folders, as in PATH
 */
export function findBrowser(configured: string | undefined, searchPath = ''): string | null {
  if (configured === 'none') return null;
  if (configured?.includes('/')) return isExecutable(configured) ? configured : null;
  const names = configured === undefined ? NAMES : [configured];
  const folders = searchPath.split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/**
 * Runs the browser on the page, without network and the environment of this process. The page's own policy forbids
 * scripts: the browser needs them itself to print.
 */
async function run(browser: string, folder: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const options = [
    '--headless',
    // Chromium has no sandbox for root, the user of most containers. The page runs no scripts and has no network.
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--proxy-server=127.0.0.1:9',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--no-pdf-header-footer',
    `--print-to-pdf=${join(folder, 'report.pdf')}`,
    pathToFileURL(join(folder, 'report.html')).href,
  ];
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      browser,
      options,
      {
        cwd: folder,
        env: { HOME: folder, TMPDIR: folder, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
      },
      (error) => (error ? reject(new Error('the browser printed no PDF', { cause: error })) : resolve()),
    );
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  });
}

/** Prints pages as PDF files, one at a time. */
export class PdfPrinter {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly browser: string) {}

  /** Whether another document would have to wait too long. */
  get isBusy(): boolean {
    return this.waiting >= MAX_WAITING;
  }

  /** Prints a page that contains all it needs. @throws Error if the browser fails */
  async print(page: string): Promise<Buffer> {
    this.waiting += 1;
    const printed = this.last.then(() => this.printNow(page));
    this.last = printed.catch(() => undefined);
    return printed.finally(() => (this.waiting -= 1));
  }

  private async printNow(page: string): Promise<Buffer> {
    const folder = await mkdtemp(join(tmpdir(), 'inflow-pdf-'));
    try {
      await writeFile(join(folder, 'report.html'), page, { mode: 0o600 });
      await run(this.browser, folder);
      return await readFile(join(folder, 'report.pdf'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
