import {
  columnsText,
  initialChoice,
  moved,
  readColumns,
  settledChoice,
  shownColumns,
  toggledHidden,
  toggledPin,
} from './column-choice';

const COLUMNS = [{ key: 'name', names: true }, { key: 'a' }, { key: 'b' }, { key: 'c', hidden: true }];
const choice = initialChoice(COLUMNS);
const keys = (...parts: Parameters<typeof shownColumns>) => shownColumns(...parts).map(({ key }) => key);

describe('columns of a list', () => {
  it('begin in their own order, some hidden, the name pinned', () => {
    expect(choice).toEqual({ order: ['name', 'a', 'b', 'c'], hidden: ['c'], pinned: ['name'] });
    expect(keys(COLUMNS, choice)).toEqual(['name', 'a', 'b']);
  });

  it('are hidden and shown again', () => {
    const hidden = toggledHidden(choice, 'a');
    expect(keys(COLUMNS, hidden)).toEqual(['name', 'b']);
    expect(keys(COLUMNS, toggledHidden(hidden, 'a'))).toEqual(['name', 'a', 'b']);
  });

  it('move among those shown', () => {
    expect(keys(COLUMNS, moved(choice, 'a', 1))).toEqual(['name', 'b', 'a']);
    expect(keys(COLUMNS, moved(choice, 'b', -1))).toEqual(['name', 'b', 'a']);
    expect(moved(choice, 'b', 1)).toBe(choice);
  });

  it('stand first when pinned, at most two', () => {
    const two = toggledPin(choice, 'b');
    expect(keys(COLUMNS, two)).toEqual(['name', 'b', 'a']);
    expect(toggledPin(two, 'a').pinned).toEqual(['b', 'a']);
    expect(toggledPin(two, 'b').pinned).toEqual(['name']);
  });

  it('that came later stand where they belong, those that are gone drop out, the name is never hidden', () => {
    const saved = { order: ['b', 'gone', 'name'], hidden: ['gone', 'name'], pinned: ['gone', 'b'] };
    expect(settledChoice(saved, COLUMNS)).toEqual({
      order: ['b', 'a', 'name', 'c'],
      hidden: ['c'],
      pinned: ['b'],
    });
  });

  it('stand in an address, and are read from it again', () => {
    const chosen = toggledPin(moved(toggledHidden(choice, 'a'), 'b', -1), 'b');
    const text = columnsText(chosen, COLUMNS);
    expect(text).toBe('b!,name!');
    expect(keys(COLUMNS, readColumns(text, COLUMNS)!)).toEqual(['b', 'name']);
    expect(readColumns('c,a', COLUMNS)).toEqual({
      order: ['c', 'a', 'name', 'b'],
      hidden: ['b'],
      pinned: [],
    });
    for (const nothing of [null, '', 'gone', ',,']) expect(readColumns(nothing, COLUMNS)).toBeUndefined();
  });
});
