import { startOf, markedLink, newMark, readMark, searchStart } from './mark';

describe('walkthrough mark', () => {
  it('contains the start time and is unique', () => {
    const now = Date.UTC(2026, 10, 22, 7);
    const mark = newMark(now);
    expect(startOf(mark)).toBe(now);
    expect(searchStart(mark)).toBe('2026-11-21T07:00:00.000Z');
    expect(readMark(mark)).toBe(mark);
    expect(newMark(now)).not.toBe(mark);
  });

  it.each([null, '', 'abc', 'mi3x0c00-xyz', `${newMark()}&a_vid=1`])('rejects %p', (text) => {
    expect(readMark(text)).toBeNull();
  });

  it("is added to the link's existing parameters", () => {
    expect(markedLink('https://t.example/r/abc?x=1', 'm')).toBe('https://t.example/r/abc?x=1&walk=m');
  });
});
