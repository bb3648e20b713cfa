import { readCursor, cursorOfPage, cursorParameters } from './query-state';

const at = { page: 5, last: 9, next: 'n', previous: 'p' };

it.each([
  ['starts the next page after the last row', 6, at, { page: 6, after: 'n', before: null }],
  ['ends the previous page before the first row', 4, at, { page: 4, after: null, before: 'p' }],
  ['counts the last page from the end', 9, at, { page: 9, after: null, before: 'end' }],
  ['opens the first page without a cursor', 1, { ...at, page: 2 }, { page: 1, after: null, before: null }],
  ['opens other pages by number', 7, at, { page: 7, after: null, before: null }],
  [
    'opens neighbours by number if the order has no cursors',
    6,
    { ...at, next: null },
    { page: 6, after: null, before: null },
  ],
])('%s', (_name, to, from, place) => {
  expect(cursorOfPage(to, from)).toEqual(place);
  const address = new URLSearchParams(
    Object.entries(cursorParameters(place)).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  );
  expect(readCursor(address)).toEqual(place);
});
