import { mailReasonOf, mailReasonText } from './faults';

describe('why a mail did not go out', () => {
  it.each([
    { fault: 'noSmtp', raw: '' },
    { fault: 'recipient', raw: '550 5.1.1 <a@example.jp>: no such user\nhere' },
    { fault: 'other', raw: 'what: ever' },
  ] as const)('is read as it was written: %j', (reason) =>
    expect(mailReasonOf(mailReasonText(reason))).toEqual(reason),
  );

  it.each([
    '',
    'alertGone',
    'HTTP 500',
    'ECONNREFUSED',
    'took longer than 120 s',
    'refused: of another kind',
  ])('other texts are none: %j', (text) => expect(mailReasonOf(text)).toBeNull());
});
