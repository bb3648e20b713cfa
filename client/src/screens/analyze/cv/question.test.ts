import { readCursor, cursorOfPage, cursorParameters } from './question';

const at = { page: 5, last: 9, next: 'n', previous: 'p' };

it.each([
  ['the next page lies behind the last row', 6, at, { page: 6, after: 'n', before: null }],
  ['the one before lies before the first row', 4, at, { page: 4, after: null, before: 'p' }],
  ['the last page is found from the end', 9, at, { page: 9, after: null, before: 'end' }],
  ['the first page needs no place', 1, { ...at, page: 2 }, { page: 1, after: null, before: null }],
  ['others are counted off', 7, at, { page: 7, after: null, before: null }],
  [
    'neighbours too, where the order has no places',
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
