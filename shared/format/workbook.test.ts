import { TextDecoder } from 'node:util';
import { isWorkbook } from './workbook';

describe('a workbook', () => {
  it.each([[[0x50, 0x4b, 0x03, 0x04]], [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]]])(
    'is known by its beginning, however it was read as text: %j',
    (bytes) => {
      for (const encoding of ['utf-8', 'shift_jis', 'latin1'])
        expect(isWorkbook(new TextDecoder(encoding).decode(new Uint8Array(bytes)))).toBe(true);
    },
  );

  it.each(['', 'id,承認状況', 'PK,name', '\uFFFDPNG'])('is nothing else: %j', (text) =>
    expect(isWorkbook(text)).toBe(false),
  );
});
