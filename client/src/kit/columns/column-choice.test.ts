import {
  columnsText,
  initialChoice,
  moveColumn,
  parseColumns,
  reconcileChoice,
  visibleColumnsOf,
  toggleHidden,
  togglePin,
} from './column-choice';

const COLUMNS = [{ key: 'name', names: true }, { key: 'a' }, { key: 'b' }, { key: 'c', hidden: true }];
const choice = initialChoice(COLUMNS);
const keys = (...parts: Parameters<typeof visibleColumnsOf>) =>
  visibleColumnsOf(...parts).map(({ key }) => key);

describe('column choice of a list', () => {
  it('starts in the default order with hidden columns and the name pinned', () => {
    expect(choice).toEqual({ order: ['name', 'a', 'b', 'c'], hidden: ['c'], pinned: ['name'] });
    expect(keys(COLUMNS, choice)).toEqual(['name', 'a', 'b']);
  });

  it('hides and shows a column', () => {
    const hidden = toggleHidden(choice, 'a');
    expect(keys(COLUMNS, hidden)).toEqual(['name', 'b']);
    expect(keys(COLUMNS, toggleHidden(hidden, 'a'))).toEqual(['name', 'a', 'b']);
  });

  it('moves a column among the visible ones', () => {
    expect(keys(COLUMNS, moveColumn(choice, 'a', 1))).toEqual(['name', 'b', 'a']);
    expect(keys(COLUMNS, moveColumn(choice, 'b', -1))).toEqual(['name', 'b', 'a']);
    expect(moveColumn(choice, 'b', 1)).toBe(choice);
  });

  it('puts at most two pinned columns first', () => {
    const two = togglePin(choice, 'b');
    expect(keys(COLUMNS, two)).toEqual(['name', 'b', 'a']);
    expect(togglePin(two, 'a').pinned).toEqual(['b', 'a']);
    expect(togglePin(two, 'b').pinned).toEqual(['name']);
  });

  it('inserts new columns at their place, drops removed ones and never hides the name', () => {
    const saved = { order: ['b', 'gone', 'name'], hidden: ['gone', 'name'], pinned: ['gone', 'b'] };
    expect(reconcileChoice(saved, COLUMNS)).toEqual({
      order: ['b', 'a', 'name', 'c'],
      hidden: ['c'],
      pinned: ['b'],
    });
  });

  it('round-trips through the URL', () => {
    const chosen = togglePin(moveColumn(toggleHidden(choice, 'a'), 'b', -1), 'b');
    const text = columnsText(chosen, COLUMNS);
    expect(text).toBe('b!,name!');
    expect(keys(COLUMNS, parseColumns(text, COLUMNS)!)).toEqual(['b', 'name']);
    expect(parseColumns('c,a', COLUMNS)).toEqual({
      order: ['c', 'a', 'name', 'b'],
      hidden: ['b'],
      pinned: [],
    });
    for (const nothing of [null, '', 'gone', ',,']) expect(parseColumns(nothing, COLUMNS)).toBeUndefined();
  });
});
