import { TextDecoder } from 'node:util';
import { isWorkbook } from '../../../../shared/format/csv';
import { readText } from './read-text';

// jsdom has no TextDecoder.
Object.assign(globalThis, { TextDecoder });
const file = (bytes: readonly number[]): Blob =>
  ({ arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) }) as Blob;
const ENCODED = {
  utf8: [0xe5, 0xba, 0x83, 0xe5, 0x91, 0x8a],
  shiftJis: [0x8d, 0x4c, 0x8d, 0x90],
  utf16: [0xff, 0xfe, 0x83, 0x5e, 0x4a, 0x54],
} as const;

describe('a chosen table', () => {
  it.each(Object.entries(ENCODED))('is decoded from %s', async (_encoding, bytes) =>
    expect(await readText(file(bytes))).toBe('広告'),
  );

  it.each([
    ['.xlsx', [0x50, 0x4b, 0x03, 0x04]],
    ['.xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ])(
    'that is a workbook (%s) is recognised by its first bytes, and only those are sent',
    async (_kind, signature) => {
      const text = await readText(file([...signature, ...new Array<number>(5000).fill(0x83)]));
      expect([isWorkbook(text), text.length]).toEqual([true, 16]);
    },
  );
});
