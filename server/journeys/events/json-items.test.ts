import { jsonItem, jsonItems, MOST_LEVELS } from './json-items';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const valuesOf = (body: string) => jsonItems(body)?.map(({ value, tooDeep }) => (tooDeep ? 'too deep' : value));

it.each([
  '{"a":[1,{"b":"],}"}]}', '1', '"x,]"', 'null', '[]', ' [ ] ', '[1]', '[1, "a,b", {"c":[1,2]}, [[]]]', '["\\\\", "\\"]"]', '\n{"a":1}\r\n', '[{"__proto__":1}]',
])('reads %j as JSON does', (body) => {
  const value = JSON.parse(body) as unknown;
  expect(valuesOf(body)).toEqual(Array.isArray(value) ? value : [value]);
});

it.each(['', ' ', '[', ']', '[1', '[1]]', '[1][2]', '[,]', '[1,]', '[1,,2]', '{"a":1}{"b":2}', '[{]}', '["]', '{"a":1', '[1}', 'x', '[NaN]', nested(9000).slice(1), nested(9000).slice(0, -1)])(
  'finds no JSON in %j',
  (body) => expect(jsonItems(body)).toBeUndefined(),
);

it('gives each item the text it came as', () => {
  expect(jsonItems('[ {"a": 1e400} ,2]')?.map(({ text }) => text)).toEqual(['{"a": 1e400}', '2']);
});

it('leaves an item that is nested too deep unread, and reads the others', () => {
  expect(valuesOf(`[1,${nested(MOST_LEVELS)},${nested(MOST_LEVELS + 1)},{"a":${nested(500_000)}},2]`)).toEqual([
    1,
    JSON.parse(nested(MOST_LEVELS)),
    'too deep',
    'too deep',
    2,
  ]);
  expect(jsonItem(`{"a":${nested(8000)}}`)).toMatchObject({ tooDeep: true });
  expect(jsonItem(`{"a":${nested(8000)}`)).toBeUndefined();
});
