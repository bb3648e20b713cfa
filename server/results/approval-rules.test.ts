import { ResultMethod } from '../../shared/catalog';
import { ApprovalFlag, ApprovalStatus, ResultFlag } from '../../shared/domain/results';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import type { ConversionEvent, IncomingEvent } from '../journeys';
import type { Ad } from '../settings/ad/ad.entity';
import { makeAds, storeEvents, TERM } from './testing/product-with-ads';
import { storedResults } from './testing/stored-results';

jest.setTimeout(240_000);

const START = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const { PENDING, APPROVED, REJECTED } = ApprovalStatus;
const { APPROVED_OK: OK, APPROVED_NG: NG, UNAPPROVED_OK: OPEN } = ApprovalFlag;

type Flags = [amount: number, args: number, duplicateIp: number, duplicateArgs: number];
const NOTHING: Flags = [OPEN, OPEN, OPEN, OPEN];
const amount = { autoApproval: true, approvalAmountFlag: true, approvalAmount: 500 };
const args = { autoApproval: true, argsFlag: true, args: 'order, sku' };
const ip = { autoApproval: true, excludeDuplicateIpsFlag: true, excludeDuplicateIps: 1 };
const arg = { autoApproval: true, excludeDuplicateArgsFlag: true, excludeDuplicateArgs: 'order' };

type Cv = Partial<ConversionEvent>;
/** Earlier conversion of the same ad, `before` milliseconds ago, that created a result. */
type Earlier = Cv & { readonly before: number };

const RULE_CASES: [
  name: string,
  settings: Partial<Ad>,
  cv: Cv,
  earlier: Earlier | null,
  flags: Flags,
  state: ApprovalStatus,
][] = [
  [
    'automatic approval is off and the rules are set',
    { ...amount, ...args, ...ip, ...arg, autoApproval: false },
    { amount: 1, ip: '203.0.113.1' },
    null,
    NOTHING,
    PENDING,
  ],
  [
    'automatic approval is on and every rule is off',
    { autoApproval: true },
    { amount: 1 },
    null,
    NOTHING,
    PENDING,
  ],
  ['the amount is reached', amount, { amount: 500 }, null, [OK, OPEN, OPEN, OPEN], APPROVED],
  ['the amount is missed', amount, { amount: 499.99 }, null, [NG, OPEN, OPEN, OPEN], REJECTED],
  [
    'the amount rule is off though an amount is set',
    { ...amount, approvalAmountFlag: false },
    { amount: 1 },
    null,
    NOTHING,
    PENDING,
  ],
  ['all arguments are present', args, { args: 'order=1&sku=a' }, null, [OPEN, OK, OPEN, OPEN], APPROVED],
  ['an argument is missing', args, { args: 'order=1' }, null, [OPEN, NG, OPEN, OPEN], REJECTED],
  ['an argument is empty', args, { args: 'order=1&sku=' }, null, [OPEN, NG, OPEN, OPEN], REJECTED],
  ['no argument is named', { ...args, args: ' , ' }, { args: 'order=1' }, null, NOTHING, PENDING],
  [
    'no earlier result has the IP address',
    ip,
    { ip: '203.0.113.1' },
    { before: HOUR, ip: '203.0.113.2' },
    [OPEN, OPEN, OK, OPEN],
    APPROVED,
  ],
  [
    'a result exactly a day before has the IP address',
    ip,
    { ip: '203.0.113.1' },
    { before: DAY, ip: '203.0.113.1' },
    [OPEN, OPEN, NG, OPEN],
    REJECTED,
  ],
  [
    'only an older result has the IP address',
    ip,
    { ip: '203.0.113.1' },
    { before: DAY + 1, ip: '203.0.113.1' },
    [OPEN, OPEN, OK, OPEN],
    APPROVED,
  ],
  ['there is no IP address', ip, {}, { before: HOUR }, NOTHING, PENDING],
  [
    'no number of days is set',
    { ...ip, excludeDuplicateIps: null },
    { ip: '203.0.113.1' },
    { before: HOUR, ip: '203.0.113.1' },
    NOTHING,
    PENDING,
  ],
  [
    'the value is new',
    arg,
    { args: 'order=2' },
    { before: HOUR, args: 'order=1' },
    [OPEN, OPEN, OPEN, OK],
    APPROVED,
  ],
  [
    'a result exactly a tracking term before has the value',
    arg,
    { args: 'order=1' },
    { before: TERM * DAY, args: 'order=1' },
    [OPEN, OPEN, OPEN, NG],
    REJECTED,
  ],
  [
    'only an older result has the value',
    arg,
    { args: 'order=1' },
    { before: TERM * DAY + 1, args: 'order=1' },
    [OPEN, OPEN, OPEN, OK],
    APPROVED,
  ],
  ['there is no value', arg, { args: 'sku=a' }, { before: HOUR, args: 'sku=a' }, NOTHING, PENDING],
  [
    'the earlier result is rejected',
    { ...ip, ...amount },
    { ip: '203.0.113.1', amount: 900 },
    { before: HOUR, ip: '203.0.113.1', amount: 1 },
    [OK, OPEN, NG, OPEN],
    REJECTED,
  ],
  [
    'one rule is broken and the others hold',
    { ...amount, ...args, ...ip, ...arg },
    { amount: 500, args: 'order=1&sku=a', ip: '203.0.113.1' },
    { before: HOUR, args: 'order=1&sku=a', ip: '203.0.113.2', amount: 500 },
    [OK, OK, OK, NG],
    REJECTED,
  ],
  [
    'one rule holds and the others are not decidable',
    { ...amount, ...ip, ...arg },
    { amount: 500 },
    null,
    [OK, OPEN, OPEN, OPEN],
    APPROVED,
  ],
];

onEachDatabase((dialect) => {
  describe('automatic approval', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    it.each(RULE_CASES)('evaluates the rules if %s', async (_name, settings, cv, earlier, flags, state) => {
      const { fixture, make } = await makeAds(db, {
        resultFlag: ResultFlag.ACTIVE,
        resultMethod: ResultMethod.WEBHOOK_URL,
        ...settings,
      });
      const at = START + 40 * DAY;
      const { before = 0, ...of } = earlier ?? {};
      const events: IncomingEvent[] = earlier
        ? [make.click('c0', at - before - HOUR, 'w'), make.conversion('first', at - before, 'w', of)]
        : [];
      await storeEvents(db, [...events, make.click('c1', at - HOUR, 'v'), make.conversion('o', at, 'v', cv)]);
      await settle(db);
      const result = (await storedResults(db, fixture.productId)).find((result) => result.cv.endsWith(':o'));
      expect([result?.flags, result?.status]).toEqual([flags, state]);
      // Creation and evaluation share one postback that carries the outcome.
      const [postback] = await db.read<{ n: number; url: string }>(
        "SELECT COUNT(*) AS n, MIN(url) AS url FROM postback WHERE result_id IN (SELECT id FROM result WHERE product_id = ? AND event_id = 'o')",
        [fixture.productId],
      );
      expect([Number(postback?.n), postback?.url]).toEqual([
        1,
        `https://asp.example/?s=${['pending', 'approved', 'rejected'][state]}`,
      ]);
    });
  });
});
