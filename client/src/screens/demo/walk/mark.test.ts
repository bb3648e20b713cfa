import { beginningOf, markedLink, newMark, readMark, searchedFrom } from './mark';

describe('the mark of a walk', () => {
  it('tells when the walk began, and is like no other', () => {
    const now = Date.UTC(2026, 10, 22, 7);
    const mark = newMark(now);
    expect(beginningOf(mark)).toBe(now);
    expect(searchedFrom(mark)).toBe('2026-11-21T07:00:00.000Z');
    expect(readMark(mark)).toBe(mark);
    expect(newMark(now)).not.toBe(mark);
  });

  it.each([null, '', 'abc', 'mi3x0c00-xyz', `${newMark()}&a_vid=1`])('%p is none', (text) => {
    expect(readMark(text)).toBeNull();
  });

  it('stands in the link beside what is there', () => {
    expect(markedLink('https://t.example/r/abc?x=1', 'm')).toBe('https://t.example/r/abc?x=1&walk=m');
  });
});
