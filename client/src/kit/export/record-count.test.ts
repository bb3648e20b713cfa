import { recordCounter } from './record-count';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

describe('records of a CSV', () => {
  it('are counted by their ends, not by the lines in their cells', () => {
    const count = recordCounter();
    expect(count(bytes('a,b\r\n1,"two\r\nlines"\r\n'))).toBe(2);
  });

  it('are counted across chunks that end within a cell', () => {
    const count = recordCounter();
    expect(['x,"open', '\r\nstill', '"\r\ny,""""\r\n'].map((piece) => count(bytes(piece)))).toEqual([
      0, 0, 2,
    ]);
  });
});
