import { messageText } from './messages';

it.each([
  [1, 'アクセスログ 1件', '1 page view in the log'],
  [2382, 'アクセスログ 2,382件', '2,382 page views in the log'],
])('groups a count of %s like the console', (count, ja, en) => {
  expect([
    messageText('dependent_access', 'ja', { count }),
    messageText('dependent_access', 'en', { count }),
  ]).toEqual([ja, en]);
});

it.each([
  [{ max: 1 }, 'at most 1 entry'],
  [{ max: 3 }, 'at most 3 entries'],
])('uses the singular for one: %j', (params, text) =>
  expect(messageText('tooMany', 'en', params)).toBe(text),
);
