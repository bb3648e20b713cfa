import { translator } from './index';

it.each([
  [1, 'アクセスログ 1件', '1 page view in the log'],
  [2382, 'アクセスログ 2,382件', '2,382 page views in the log'],
])('groups a count of %s like the console', (count, ja, en) => {
  expect([
    translator('ja')('messages.dependent_access', { count }),
    translator('en')('messages.dependent_access', { count }),
  ]).toEqual([ja, en]);
});

it.each([
  [{ count: 1 }, 'at most 1 entry'],
  [{ count: 3 }, 'at most 3 entries'],
])('uses the singular for one: %j', (params, text) =>
  expect(translator('en')('messages.tooMany', params)).toBe(text),
);
