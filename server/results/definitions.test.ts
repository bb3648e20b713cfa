import { grantOf, ResultMethod, rightKeys, RoleType } from '../../shared/catalog';
import { ApprovalFlag, ApprovalStatus, ResultFlag, ResultType } from '../../shared/domain/results';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import type { IncomingEvent } from '../journeys';
import { customerCodes } from '../logs/customer-code';
import { logServices } from '../logs/logs';
import type { Ad } from '../settings/ad/ad.entity';
import { CvSetting } from '../settings/cv-setting';
import { ApprovalService } from './approval/approval.service';
import { makeAds, storeEvents } from './testing/product-with-ads';
import { storedResults } from './testing/stored-results';

jest.setTimeout(240_000);

const START = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

const { INVALID, ACTIVE, ACTIVE_ALWAYS } = ResultFlag;
const { LAST_CV, PERFORMANCE_LAST_CV, CONSTANT_OUTPUT } = ResultType;
const { PENDING, APPROVED, REJECTED } = ApprovalStatus;
const { UNAPPROVED_OK: OPEN } = ApprovalFlag;
const { CV_TAG, WEBHOOK_URL } = ResultMethod;

/** Result type per flag, by the ad's role in the conversion's path. */
const TYPE_CASES: [
  flag: ResultFlag,
  last: number | null,
  performance: number | null,
  inPath: number | null,
][] = [
  [INVALID, null, null, null],
  [ACTIVE, LAST_CV, PERFORMANCE_LAST_CV, null],
  [ACTIVE_ALWAYS, LAST_CV, PERFORMANCE_LAST_CV, CONSTANT_OUTPUT],
];

/** How a new result and its changes are reported by method: a postback, or the reason for none. */
const METHOD_CASES: [method: ResultMethod | null, reported: string][] = [
  [null, 'no_method'],
  [CV_TAG, 'cv_tag'],
  [WEBHOOK_URL, 'notification'],
];

/** Which conversions create results. */
const KINDS: [name: 'last' | 'middle', resultFlag: boolean, makes: boolean][] = [
  ['last', false, true],
  ['middle', false, false],
  ['middle', true, true],
];

const STATES = [PENDING, APPROVED, REJECTED] as const;
const UNDO_MS = 60_000;
/** Delay between the first and the second change. */
const PAUSES: [name: string, pauseMs: number][] = [
  ['within the undo time', UNDO_MS / 2],
  ['after it', UNDO_MS + 1000],
];

const admin = (productId: number): Actor => ({
  userId: 1,
  companyId: 1,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [productId],
  family: 'definitions',
  grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)])) as Actor['grants'],
});

interface HistoryRow {
  readonly from_status: number | null;
  readonly to_status: number;
  readonly told: string | null;
}

onEachDatabase((dialect) => {
  describe('definitions of results', () => {
    let test: TestDatabase;
    let db: Database;
    let approvals: ApprovalService;
    /** Age of a decision in milliseconds. */
    let ago = 0;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
      approvals = new ApprovalService(
        db,
        logServices(db, customerCodes('x'.repeat(64))).results,
        UNDO_MS / 1000,
        () => Date.now() - ago,
      );
    });
    afterAll(() => test.drop());

    const store = (events: readonly IncomingEvent[]) => storeEvents(db, events);
    const setUp = (settings: Partial<Ad>) => makeAds(db, settings);
    /** Returns the history of a product's results in order, with the postback or its absence. */
    const history = (productId: number) =>
      db.read<HistoryRow & { result_id: string }>(
        `SELECT h.result_id, h.from_status, h.to_status, COALESCE(h.untold, CASE WHEN p.id IS NOT NULL THEN 'notification' END) AS told
          FROM result_history h LEFT JOIN postback p ON p.id = h.postback_id WHERE h.product_id = ? ORDER BY h.id`,
        [productId],
      );

    describe.each(KINDS)('for a %s conversion with result_flag %s', (kind, resultFlag, makes) => {
      describe.each(TYPE_CASES)('with flag %i', (flag, last, performance, inPath) => {
        it.each(METHOD_CASES)(
          'creates the defined results with method %s',
          async (resultMethod, reported) => {
            const { fixture, make } = await setUp({ resultFlag: flag, resultMethod });
            const {
              ads: [a, b, c],
              cv,
              productId,
            } = fixture;
            await db.write(({ manager }) => manager.update(CvSetting, { productId }, { resultFlag }));
            // The third ad is first and twice in the path, then come the performance-CV ad and the last-CV ad.
            const path = [c, c, b, a].map((adId, n) => make.click(`c${n}`, START + n * HOUR, 'v', { adId }));
            await store([
              ...path,
              make.conversion('o', START + 5 * HOUR, 'v', {
                cvSettingId: kind === 'last' ? cv.last : cv.middle,
              }),
            ]);
            await settle(db);
            const results = await storedResults(db, productId);
            const expected = [
              [a, last, 'c3', 4],
              [b, performance, 'c2', 3],
              [c, inPath, 'c1', 2],
            ].filter(([, type]) => makes && type !== null);
            expect(
              results
                .map(({ ad, type, touch, position }) => [ad, type, touch, position])
                .sort((x, y) => Number(x[0]) - Number(y[0])),
            ).toEqual(expected);
            expect(
              results.every(
                ({ status, flags, cost }) =>
                  status === PENDING && flags.every((each) => each === OPEN) && cost === 100,
              ),
            ).toBe(true);
            expect(
              (await history(productId)).map((entry) => [entry.from_status, entry.to_status, entry.told]),
            ).toEqual(expected.map(() => [null, PENDING, reported]));
          },
        );
      });
    });

    describe.each(METHOD_CASES.flatMap((method) => PAUSES.map((pause) => [...method, ...pause] as const)))(
      'manual change with method %s (%s), %s',
      (resultMethod, reported, _pause, pauseMs) => {
        it.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
          'goes from %i to %i',
          async (from, to) => {
            const { fixture, make } = await setUp({ resultFlag: ACTIVE, resultMethod });
            const { productId } = fixture;
            await store([make.click('c', START, 'v'), make.conversion('o', START + HOUR, 'v')]);
            await settle(db);
            const [result] = await db.read<{ id: string }>('SELECT id FROM result WHERE product_id = ?', [
              productId,
            ]);
            const give = (approvalStatus: number) =>
              approvals.approve(
                admin(productId),
                { ids: [result?.id ?? ''] },
                { approvalStatus, reason: 'why' },
                { ip: '203.0.113.1', ua: null },
              );
            ago = pauseMs;
            await give(from);
            const before = await history(productId);
            ago = 0;
            const { changed, unchanged } = await give(to);
            expect([changed, unchanged]).toEqual(from === to ? [0, 1] : [1, 0]);
            const [row] = await db.read<{ approval_status: number }>(
              'SELECT approval_status FROM result WHERE product_id = ?',
              [productId],
            );
            expect(row?.approval_status).toBe(to);
            const more = (await history(productId))
              .slice(before.length)
              .map((entry) => [entry.from_status, entry.to_status, entry.told]);
            const takenBack = reported === 'notification' && to === PENDING && pauseMs < UNDO_MS;
            expect(more).toEqual(from === to ? [] : [[from, to, takenBack ? 'undone' : reported]]);
            await settle(db);
            const [cost] = await db.read<{ approved: number | null; pending: number | null }>(
              'SELECT SUM(cv_cost_approved_sen) AS approved, SUM(cv_cost_pending_sen) AS pending FROM rollup_result_day WHERE product_id = ?',
              [productId],
            );
            expect([cost?.approved ?? 0, cost?.pending ?? 0]).toEqual([
              to === APPROVED ? 10_000 : 0,
              to === PENDING ? 10_000 : 0,
            ]);
          },
        );
      },
    );

    it('keeps a gapless history for each result under conflicting concurrent decisions', async () => {
      const { fixture, make } = await setUp({ resultFlag: ACTIVE, resultMethod: WEBHOOK_URL });
      const { productId } = fixture;
      await store([
        make.click('c', START, 'v'),
        make.conversion('o', START + HOUR, 'v'),
        make.click('d', START, 'w'),
        make.conversion('p', START + HOUR, 'w'),
      ]);
      await settle(db);
      const ids = (
        await db.read<{ id: string }>('SELECT id FROM result WHERE product_id = ? ORDER BY id', [productId])
      ).map(({ id }) => id);
      const statuses = Array.from({ length: 18 }, (_, n) => STATES[n % 3] ?? PENDING);
      const outcomes = await Promise.all(
        // In both orders: the second one waits, without deadlock.
        statuses.map((approvalStatus, n) =>
          approvals.approve(
            admin(productId),
            { ids: n % 2 ? ids : [...ids].reverse() },
            { approvalStatus },
            { ip: '203.0.113.1', ua: null },
          ),
        ),
      );
      const entries = await history(productId);
      expect(entries).toHaveLength(2 + outcomes.reduce((sum, { changed }) => sum + changed, 0));
      for (const id of ids) {
        const own = entries.filter(({ result_id }) => result_id === id);
        expect(own.map(({ from_status }) => from_status)).toEqual([
          null,
          ...own.slice(0, -1).map(({ to_status }) => to_status),
        ]);
        const [row] = await db.read<{ approval_status: number; version: number }>(
          'SELECT approval_status, version FROM result WHERE id = ?',
          [id],
        );
        expect([row?.approval_status, row?.version]).toEqual([own.at(-1)?.to_status, own.length]);
      }
    });
  });
});
