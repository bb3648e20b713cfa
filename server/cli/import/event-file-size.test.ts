import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventFileSize } from './event-file-size';

describe('file to import', () => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-size-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = (name: string, content: string | Buffer): string => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };

  it.each(['', 'type,id', 'PK,name'])('returns its size: %j', async (text) =>
    expect(await eventFileSize(file('a.csv', text))).toBe(text.length),
  );

  it.each([
    ['x.xlsx', [0x50, 0x4b, 0x03, 0x04, 0x14]],
    ['x.csv', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
  ])('recognises a workbook regardless of its name: %s', async (name, bytes) => {
    await expect(eventFileSize(file(name, Buffer.from(bytes)))).rejects.toThrow(
      /x\.[a-z]+ can't be read: it is an Excel file; save it as CSV \(UTF-8\)/,
    );
  });

  it('reports a folder or a missing file', async () => {
    await expect(eventFileSize(dir)).rejects.toThrow(/can't be read: it is a folder/);
    await expect(eventFileSize(join(dir, 'none'))).rejects.toThrow(/none can't be read: ENOENT/);
  });
});
