import { parseMailReason, formatMailReason } from './mail';

describe('the reason of a failed mail', () => {
  it.each([
    { fault: 'noSmtp', raw: '' },
    { fault: 'recipient', raw: '550 5.1.1 <a@example.jp>: no such user\nhere' },
    { fault: 'other', raw: 'what: ever' },
  ] as const)('is parsed as it was written: %j', (reason) =>
    expect(parseMailReason(formatMailReason(reason))).toEqual(reason),
  );

  it.each([
    '',
    'alertGone',
    'HTTP 500',
    'ECONNREFUSED',
    'took longer than 120 s',
    'refused: of another kind',
  ])('other texts are no reason: %j', (text) => expect(parseMailReason(text)).toBeNull());
});
