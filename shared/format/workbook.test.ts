import { TextDecoder } from 'node:util';
import { isWorkbook } from './workbook';

describe('a workbook', () => {
  it.each([[[0x50, 0x4b, 0x03, 0x04]], [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]]])(
    'is recognised by its first bytes in any text encoding: %j',
    (bytes) => {
      for (const encoding of ['utf-8', 'shift_jis', 'latin1'])
        expect(isWorkbook(new TextDecoder(encoding).decode(new Uint8Array(bytes)))).toBe(true);
    },
  );

  it.each(['', 'id,承認状況', 'PK,name', '\uFFFDPNG'])('is not recognised in other texts: %j', (text) =>
    expect(isWorkbook(text)).toBe(false),
  );
});
