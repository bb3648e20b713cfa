import type { ListFilter } from './list-source';
import { filterInput, listQuery, readListState } from './url-state';
import { onlyField } from './filters';

const FILTERS: ListFilter[] = [
  {
    name: 'status',
    label: '状態',
    kind: 'boolean',
    choices: [
      { value: 'true', label: '有効' },
      { value: 'false', label: '無効' },
    ],
  },
  {
    name: 'cvType',
    label: '種類',
    kind: 'number',
    choices: [
      { value: '1', label: '最終CV' },
      { value: '0', label: '中間CV' },
    ],
  },
  { name: 'adId', label: '広告', kind: 'number', choices: [], search: 'ad' },
];
const read = (query: string) => readListState(new URLSearchParams(query), FILTERS, ['adName', 'updatedAt']);

describe('URL state of a list', () => {
  // rule: limits-02
  it('defaults to the first page of 30 rows', () =>
    expect(read('')).toEqual({
      page: 1,
      pageSize: 30,
      sort: undefined,
      keyword: '',
      filters: {},
      period: undefined,
      place: undefined,
      live: false,
    }));

  it.each([
    ['page=3&size=50', { page: 3, pageSize: 50 }],
    ['page=0&size=7', { page: 1, pageSize: 30 }],
    ['sort=-updatedAt', { sort: { key: 'updatedAt', ascending: false } }],
    ['sort=adName', { sort: { key: 'adName', ascending: true } }],
    ['sort=password', { sort: undefined }],
    ['after=abc&page=4', { page: 4, place: { by: 'after', value: 'abc' } }],
    ['before=abc', { page: undefined, place: { by: 'before', value: 'abc' } }],
    ['at=2026-01-15T09:30', { page: undefined, place: { by: 'at', value: '2026-01-15T09:30' } }],
    [
      'from=2026-01-01&to=2026-01-31',
      { period: { preset: 'custom', range: { from: 20260101, to: 20260131 } } },
    ],
    ['from=2026-02-01&to=2026-01-31', { period: undefined }],
    ['live=1', { live: true }],
    ['q=お茶', { keyword: 'お茶' }],
    // Ad names load later; their ids filter from the first query on.
    ['adId=12,x,0', { filters: { adId: ['12'] } }],
    ['status=false&cvType=0,9', { filters: { status: ['false'], cvType: ['0'] } }],
  ])('reads %s', (query, part) => expect(read(query)).toMatchObject(part));

  it('filters by 0 and false like by any other value', () => {
    expect(filterInput(read('status=false&cvType=0'), FILTERS)).toEqual({ status: [false], cvType: [0] });
    expect(filterInput(read(''), FILTERS)).toBeUndefined();
  });

  it('drops a blank keyword', () =>
    expect(listQuery(read('q=%20%20'), FILTERS, { today: 20260110, weekStart: 1 }).keyword).toBeUndefined());
});

it('returns the value of the only field', () => {
  expect(onlyField({ domain: { id: 1 } })).toEqual({ id: 1 });
  expect(onlyField({ __typename: 'Query', domains: null })).toBeNull();
});

it('throws if there are several fields', () => {
  expect(() => onlyField({ domain: 1, asp: 2 })).toThrow('domain, asp');
  expect(() => onlyField({})).toThrow('one field');
});
