import type { ReportColumn } from './types';
import { toggleColumns, visibleColumns } from './visible-columns';

const column = (key: string): ReportColumn => ({
  key,
  title: key,
  unit: 'count',
  direction: 'up',
  definition: '',
  group: 'g',
  value: () => null,
});
const ALL = ['a', 'b', 'c', 'd'].map(column);
const PRESETS = [
  { value: '1', label: '', columns: ['b', 'a'] },
  { value: '2', label: '', columns: ['c'] },
];
const keys = (item: string, chosen?: string[]): string[] =>
  visibleColumns(ALL, PRESETS, item, chosen).map(({ key }) => key);

describe('visibleColumns', () => {
  it.each([
    ['returns those of the preset in its order', '1', undefined, ['b', 'a']],
    ['returns individually chosen ones', '0', ['d', 'a'], ['d', 'a']],
    ['skips unknown ones', '0', ['zz', 'c'], ['c']],
    ['falls back to the preset if none is left', '0', ['zz'], ['b', 'a']],
    ['uses the first preset for an unknown one', '9', undefined, ['b', 'a']],
  ] as const)('%s', (_name, item, chosen, expected) => {
    expect(keys(item, chosen && [...chosen])).toEqual(expected);
  });

  it('keeps the catalogue order when columns are toggled', () => {
    expect(toggleColumns(ALL, ['d', 'b'], ['a', 'c'], true)).toEqual(['a', 'b', 'c', 'd']);
    expect(toggleColumns(ALL, ['d', 'b'], ['d'], false)).toEqual(['b']);
  });
});
