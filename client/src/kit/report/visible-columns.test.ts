import type { ReportColumn } from './types';
import { toggled, visibleColumns } from './visible-columns';

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

describe('columns to show', () => {
  it.each([
    ['those of the preset, in its order', '1', undefined, ['b', 'a']],
    ['those chosen one by one', '0', ['d', 'a'], ['d', 'a']],
    ['unknown ones are left out', '0', ['zz', 'c'], ['c']],
    ['never none', '0', ['zz'], ['b', 'a']],
    ['the first preset for an unknown one', '9', undefined, ['b', 'a']],
  ] as const)('%s', (_name, item, chosen, expected) => {
    expect(keys(item, chosen && [...chosen])).toEqual(expected);
  });

  it('keep the catalogue order when switched on and off', () => {
    expect(toggled(ALL, ['d', 'b'], ['a', 'c'], true)).toEqual(['a', 'b', 'c', 'd']);
    expect(toggled(ALL, ['d', 'b'], ['d'], false)).toEqual(['b']);
  });
});
