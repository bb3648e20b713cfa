import { startOfDay, type Day } from '../../../shared/domain/calendar';
import { verifyDays } from '../../rollups';
import type { Database } from '../../db/database';
import { digestsOf } from '../../journeys/privacy/persons';
import { settle } from '../../sweeps';
import { ingest, type IncomingEvent } from '../../journeys';
import { makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { verifyJourneys } from '../../journeys/verify-journeys';
import { AuditLog } from '../../records/audit/audit.entities';
import { ageLogs, productsToAge, storeLeavingMonths } from '../age-logs';

const ALL_DAYS = { from: 20250101, to: 20271231 };
export const TERM = 3;
const MONTHS = 2;
export const TODAY: Day = 20260410;
/** First open day on TODAY. */
export const SEALED: Day = 20260213;

/** Creates the steps and checks that the retention tests share. */
export function retentionScenario(db: () => Database) {
  const store = async (events: readonly IncomingEvent[]) => {
    const outcomes = await db().write((tx) => ingest(tx, events));
    await settle(db());
    return outcomes;
  };
  /** Runs all retention steps of a day and returns their number. */
  const age = async (productId: number, today = TODAY, most = 20): Promise<number> => {
    for (let steps = 0; ; steps += 1) {
      if (!(await db().write((tx) => productsToAge(tx, today))).includes(productId)) return steps;
      await storeLeavingMonths(db(), productId, today);
      expect(await db().write((tx) => ageLogs(tx, productId, today, most))).toBe(true);
      if (steps > 2000) throw new Error('retention did not finish');
    }
  };
  const rows = <T>(sql: string, ...params: (string | number)[]) => db().read<T>(sql, params);
  const count = async (table: string, productId: number) =>
    Number(
      (await rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ?`, productId))[0]?.n,
    );

  /** Reads all derived data of a product, with ads and settings replaced by their positions. */
  const derivedData = async ({ productId, ads, cv }: Fixture) => {
    const [firstAd] = ads;
    const digests = await digestsOf(db().readOnlyTx, productId);
    const nameOf = new Map(
      ['v0', 'v1', 'v2', 'v3', 'v4'].map((id) => [`hash~${digests?.of('visitor', id)}`, id]),
    );
    const ad = (column: string) =>
      `CASE WHEN ${column} = 0 THEN 0 ELSE ${column} - ${firstAd} + 1 END AS ${column}`;
    const share = (n: number) => `ROUND(SUM(share_${n}), 9) AS share_${n}`;
    return {
      interactions: await rows(
        `SELECT id, visitor_id, counted, first_touch, reference_id, ${ad('ad_id')} FROM interaction WHERE product_id = ? AND time >= ? ORDER BY id`,
        productId,
        startOfDay(SEALED),
      ),
      views: await rows(
        `SELECT id, interaction_id, ${ad('ad_id')} FROM access WHERE product_id = ? AND time >= ? ORDER BY id`,
        productId,
        startOfDay(SEALED),
      ),
      conversions: (
        await rows<{ visitor_id: string }>(
          `SELECT event_id, cv_setting_id - ${cv.last} AS setting, visitor_id, repeated, previous_time, touch_count, cut_from, ${ad('first_ad_id')}, ${ad('last_ad_id')}, latency_ms
          FROM conversion WHERE product_id = ? ORDER BY event_id, cv_setting_id`,
          productId,
        )
      ).map((row) => ({ ...row, visitor_id: nameOf.get(row.visitor_id) ?? row.visitor_id })),
      touches: await rows(
        `SELECT c.event_id, t.cv_setting_id - ${cv.last} AS setting, t.class, t.pos, t.n, t.interaction_id, ${ad('t.ad_id').replace('AS t.', 'AS ')}, ${[1, 2, 3, 4, 5, 6].map(share).join(', ')}
          FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id WHERE t.product_id = ? GROUP BY c.event_id, t.cv_setting_id, t.class, t.pos, t.n, t.interaction_id, t.ad_id
          ORDER BY c.event_id, t.cv_setting_id, t.class, t.pos`,
        productId,
      ),
      days: await rows(
        `SELECT day, ${ad('ad_id')}, clicks, first_touches, pv, cost_sen FROM rollup_touch_day WHERE product_id = ? ORDER BY day, ad_id`,
        productId,
      ),
      months: await rows(
        `SELECT month, ${ad('ad_id')}, clicks, first_touches, pv FROM rollup_touch_month WHERE product_id = ? ORDER BY month, ad_id`,
        productId,
      ),
      results: await rows(
        `SELECT month, ${ad('ad_id')}, SUM(cv_count) AS cv, ROUND(SUM(attr_cv_3), 6) AS a FROM rollup_cv_month WHERE product_id = ? GROUP BY month, ad_id ORDER BY month, ad_id`,
        productId,
      ),
    };
  };
  const differences = async (productId: number) => {
    const differing: unknown[] = [];
    for await (const part of verifyJourneys(db(), productId, ALL_DAYS, () => settle(db())))
      differing.push(...part.differences);
    const days = await rows<{ day: number }>(
      'SELECT DISTINCT day FROM rollup_touch_day WHERE product_id = ? UNION SELECT day FROM rollup_cv_day WHERE product_id = ?',
      productId,
      productId,
    );
    return [
      ...differing,
      ...(await verifyDays(
        db(),
        productId,
        days.map(({ day }) => day),
        SEALED,
      )),
    ];
  };
  /** Shortens the tracking term from 60 days to three, as the console does. */
  const shorten = (productId: number, at: number) =>
    db().write(async (tx) => {
      await tx.execute('UPDATE product SET tracking_term = ? WHERE id = ?', [TERM, productId]);
      const { id } = await tx.manager.save(
        Object.assign(new AuditLog(), {
          companyId: 1,
          productId,
          at: new Date(at),
          userName: 'u',
          action: 'update',
          entity: 'product',
          entityId: productId,
          label: 'P',
        }),
      );
      await tx.execute(
        "INSERT INTO audit_change (audit_id, field, before_value, after_value) VALUES (?, 'trackingTerm', '60', '3')",
        [id],
      );
    });
  const aging = (settings = {}) =>
    makeProduct(db(), { trackingTerm: TERM, logRetentionMonths: MONTHS, ...settings });
  return { store, age, rows, count, derivedData, differences, shorten, aging };
}
