import {
  ApprovalFlag,
  ApprovalStatus,
  isTransition,
  evaluateApproval,
  pathResults,
  renderTag,
  renderUrl,
  resultType,
  statusWord,
  unknownPlaceholders,
  type ApprovalFacts,
  type ApprovalRules,
  type ResultFlag,
} from './results';

const { APPROVED_OK: OK, APPROVED_NG: NG, UNAPPROVED_OK: OFF } = ApprovalFlag;
const { PENDING, APPROVED, REJECTED } = ApprovalStatus;

describe('automatic approval', () => {
  const off: ApprovalRules = { amount: null, args: null, duplicateIpDays: null, duplicateArg: null };
  const plain: ApprovalFacts = {
    amount: 5000,
    args: { order: '7', sku: '' },
    ip: '203.0.113.9',
    ipSeen: false,
    argSeen: false,
  };

  it.each<[string, Partial<ApprovalRules>, Partial<ApprovalFacts>, number[], number]>([
    ['all rules off: pending', {}, {}, [OFF, OFF, OFF, OFF], PENDING],
    ['amount reached', { amount: 5000 }, {}, [OK, OFF, OFF, OFF], APPROVED],
    ['amount missed', { amount: 5000.01 }, {}, [NG, OFF, OFF, OFF], REJECTED],
    ['args present', { args: 'order' }, {}, [OFF, OK, OFF, OFF], APPROVED],
    ['an empty argument counts as missing', { args: 'order, sku' }, {}, [OFF, NG, OFF, OFF], REJECTED],
    [
      'a name that every object has is missing too',
      { args: 'constructor' },
      {},
      [OFF, NG, OFF, OFF],
      REJECTED,
    ],
    ['first from this IP', { duplicateIpDays: 30 }, {}, [OFF, OFF, OK, OFF], APPROVED],
    ['IP seen before', { duplicateIpDays: 30 }, { ipSeen: true }, [OFF, OFF, NG, OFF], REJECTED],
    ['no IP is not decidable', { duplicateIpDays: 30 }, { ip: null }, [OFF, OFF, OFF, OFF], PENDING],
    ['duplicate order', { duplicateArg: 'order' }, { argSeen: true }, [OFF, OFF, OFF, NG], REJECTED],
    [
      'without the argument it is not decidable',
      { duplicateArg: 'cart' },
      { argSeen: true },
      [OFF, OFF, OFF, OFF],
      PENDING,
    ],
    [
      'one broken rule rejects though others hold',
      { amount: 1, args: 'sku' },
      {},
      [OK, NG, OFF, OFF],
      REJECTED,
    ],
  ])('%s', (_name, rules, facts, outcomes, state) => {
    const decision = evaluateApproval({ ...off, ...rules }, { ...plain, ...facts });
    expect(Object.values(decision.outcomes)).toEqual(outcomes);
    expect(decision.state).toBe(state);
  });
});

// rule: states-01
it('status changes follow the rules, and the same status is no change', () => {
  const allowed = [PENDING, APPROVED, REJECTED].flatMap((from) =>
    [PENDING, APPROVED, REJECTED].filter((to) => isTransition(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed).toEqual(['0>1', '0>2', '1>0', '1>2', '2>0', '2>1']);
});

// rule: states-04
describe('the result of an ad in the path', () => {
  const path = { lastAdId: 1, performanceAdId: 2 };
  it.each([
    ['INVALID: none', 0, 1, null],
    ['ACTIVE: the last-CV ad', 1, 1, 1],
    ['ACTIVE: the performance-CV ad', 1, 2, 2],
    ['ACTIVE: no other', 1, 3, null],
    ['ACTIVE_ALWAYS: the last-CV ad', 2, 1, 1],
    ['ACTIVE_ALWAYS: any other', 2, 3, 3],
  ] as const)('%s', (_name, flag, adId, kind) => {
    expect(resultType(flag, adId, path)).toBe(kind);
  });

  it('is LAST_CV if the ad is both', () => {
    expect(resultType(1, 1, { lastAdId: 1, performanceAdId: 1 })).toBe(1);
  });
});

describe('the results of a path', () => {
  const path = [3, 1, 2, 1, 3, 4].map((adId, place) => ({ adId, place, isPerformance: place === 3 }));
  const results = (flags: readonly number[]) =>
    pathResults(path, (adId) => (flags[adId] ?? 0) as ResultFlag).map(({ touch, type }) => [
      touch.adId,
      touch.place,
      type,
    ]);

  it('reference the touches that caused them, one per ad', () => {
    expect(results([0, 2, 2, 2, 2])).toEqual([
      [3, 4, 3],
      [1, 3, 2],
      [2, 2, 3],
      [4, 5, 1],
    ]);
  });

  it('belong to the last-CV and the performance-CV ad if only these make results', () => {
    expect(results([0, 1, 1, 1, 1])).toEqual([
      [1, 3, 2],
      [4, 5, 1],
    ]);
  });

  it('are empty for a direct conversion', () => {
    expect(pathResults([], () => 2)).toEqual([]);
  });
});

describe('templates', () => {
  it('encode each value for a URL', () => {
    const template = 'https://asp.example/cv?x={xclid}&a={amount}&n={other_key1}';
    const values = { xclid: 'a b&c=はい', amount: 1234.5, other_key1: null };
    expect(renderUrl(template, values)).toBe(
      'https://asp.example/cv?x=a%20b%26c%3D%E3%81%AF%E3%81%84&a=1234.5&n=',
    );
  });

  it('escape values in tags, so that none ends an attribute', () => {
    const tag = renderTag(`<img src='https://asp.example/?u={user_id}'>`, {
      user_id: `'><script>alert(1)</script>`,
    });
    expect(tag).toBe(`<img src='https://asp.example/?u=%27%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E'>`);
  });

  it('accept half a surrogate pair', () => {
    expect(renderUrl('{args}', { args: 'a\uD800' })).toBe('a%EF%BF%BD');
  });

  it('do not render placeholders inside values', () => {
    expect(renderUrl('{args}', { args: '{user_id}', user_id: 'secret' })).toBe('%7Buser_id%7D');
  });

  it('list unknown placeholders', () => {
    expect(unknownPlaceholders('{xclid}{foo}{status}{foo}{constructor}')).toEqual(['foo', 'constructor']);
    expect(unknownPlaceholders('?a={order-id}&b={金額}&c={ａｍｏｕｎｔ}')).toEqual([
      'order-id',
      '金額',
      'ａｍｏｕｎｔ',
    ]);
    expect(unknownPlaceholders('function(){return {a:1}}')).toEqual([]);
  });

  it("send the asp's word, or the default one", () => {
    expect([statusWord('OK', 1), statusWord('', 1), statusWord(null, 2), statusWord(undefined, 0)]).toEqual([
      'OK',
      'approved',
      'rejected',
      'pending',
    ]);
  });
});
