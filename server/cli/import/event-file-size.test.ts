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

  it('reports a folder or a missing file', async () => {
    await expect(eventFileSize(dir)).rejects.toThrow(/can't be read: it is a folder/);
    await expect(eventFileSize(join(dir, 'none'))).rejects.toThrow(/none can't be read: ENOENT/);
  });
});
