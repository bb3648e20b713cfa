import { jsonItem, jsonItems, MAX_LEVELS } from './json-items';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const valuesOf = (body: string) =>
  jsonItems(body)?.map(({ value, tooDeep }) => (tooDeep ? 'too deep' : value));

it.each([
  '{"a":[1,{"b":"],}"}]}',
  '1',
  '"x,]"',
  'null',
  '[]',
  ' [ ] ',
  '[1]',
  '[1, "a,b", {"c":[1,2]}, [[]]]',
  '["\\\\", "\\"]"]',
  '\n{"a":1}\r\n',
  '[{"__proto__":1}]',
])('parses %j like JSON', (body) => {
  const value = JSON.parse(body) as unknown;
  expect(valuesOf(body)).toEqual(Array.isArray(value) ? value : [value]);
});

it.each([
  '',
  ' ',
  '[',
  ']',
  '[1',
  '[1]]',
  '[1][2]',
  '[,]',
  '[1,]',
  '[1,,2]',
  '{"a":1}{"b":2}',
  '[{]}',
  '["]',
  '{"a":1',
  '[1}',
  'x',
  '[NaN]',
  nested(9000).slice(1),
  nested(9000).slice(0, -1),
])('rejects %j as invalid JSON', (body) => expect(jsonItems(body)).toBeUndefined());

it('returns the original text of each item', () => {
  expect(jsonItems('[ {"a": 1e400} ,2]')?.map(({ text }) => text)).toEqual(['{"a": 1e400}', '2']);
});

it('keeps every digit of a long whole number by returning its text', () => {
  const id = '1234567890123456789';
  expect(valuesOf(`[{"id":${id},"n":[-9007199254740993,9007199254740992,1000000000000000]},${id}]`)).toEqual([
    { id, n: ['-9007199254740993', 9_007_199_254_740_992, 1e15] },
    id,
  ]);
  for (const text of [
    `{"a":"${id}","${id}":"\\\"${id}"}`,
    `[0.${id},1e-00000000000000000001,${id}.5,${id}e1]`,
  ]) {
    expect(jsonItem(text)?.value).toEqual(JSON.parse(text));
  }
});

it('skips an item with too many levels and parses the others', () => {
  expect(valuesOf(`[1,${nested(MAX_LEVELS)},${nested(MAX_LEVELS + 1)},{"a":${nested(500_000)}},2]`)).toEqual([
    1,
    JSON.parse(nested(MAX_LEVELS)),
    'too deep',
    'too deep',
    2,
  ]);
  expect(jsonItem(`{"a":${nested(8000)}}`)).toMatchObject({ tooDeep: true });
  expect(jsonItem(`{"a":${nested(8000)}`)).toBeUndefined();
});
