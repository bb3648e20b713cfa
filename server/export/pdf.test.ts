import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, PdfPrinter } from './pdf';

describe('a PDF file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'inflow-browser-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a program that takes the place of the browser. */
  function fakeBrowser(name: string, script: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  /** Puts the options, the environment and the page into the file. */
  const ECHO = `for option; do case "$option" in --print-to-pdf=*) out="\${option#*=}";; esac; done
{ echo "$@"; env; cat report.html; } > "$out"`;

  it('is printed by the configured browser, or one of the usual names', () => {
    const path = fakeBrowser('chromium', ECHO);
    expect(findBrowser(undefined, `/nowhere:${folder}`)).toBe(path);
    expect(findBrowser('chromium', folder)).toBe(path);
    expect(findBrowser(path, '')).toBe(path);
    for (const [configured, searchPath] of [
      ['none', folder],
      ['other', folder],
      [join(folder, 'missing'), folder],
      [undefined, '/nowhere'],
      [undefined, ''],
    ] as const)
      expect(findBrowser(configured, searchPath)).toBeNull();
  });

  it('is printed without network and secrets, and leaves nothing behind', async () => {
    process.env.JWT_SECRET_OF_TEST = 'a secret';
    const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('inflow-pdf-'));
    const before = leftovers();
    const printer = new PdfPrinter(fakeBrowser('echo', ECHO));
    const pages = ['<p>一</p>', '<p>$(touch x); "quoted"</p>'];
    const printed = await Promise.all(pages.map((page) => printer.print(page)));
    delete process.env.JWT_SECRET_OF_TEST;
    for (const [index, file] of printed.entries()) {
      const text = file.toString();
      expect(text).toContain(pages[index]);
      expect(text).toContain('--host-resolver-rules=MAP * ~NOTFOUND');
      expect(text).not.toContain('a secret');
    }
    expect(leftovers()).toEqual(before);
  });

  it('of a browser that fails is an error, and the next one is printed', async () => {
    const printer = new PdfPrinter(fakeBrowser('fails', 'exit 3'));
    await expect(printer.print('<p></p>')).rejects.toThrow('printed no PDF');
    await expect(printer.print('<p></p>')).rejects.toThrow('printed no PDF');
    expect(printer.isBusy).toBe(false);
  });

  it('waits for few others only', async () => {
    const printer = new PdfPrinter(fakeBrowser('slow', `sleep 0.2\n${ECHO}`));
    const printing = Array.from({ length: 4 }, () => printer.print('<p></p>'));
    expect(printer.isBusy).toBe(true);
    await Promise.all(printing);
    expect(printer.isBusy).toBe(false);
  });
});
