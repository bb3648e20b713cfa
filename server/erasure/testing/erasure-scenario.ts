import { startOfDay } from '../../../shared/domain/calendar';
import { verifyDays } from '../../rollups';
import { insertRows, type Database } from '../../db/database';
import { settle } from '../../sweeps';
import { ingest, type IncomingEvent } from '../../journeys';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { verifyJourneys } from '../../journeys/verify-journeys';
import { personsOf, type Subject } from '../subject';
import { beginWork, eraseStep } from '../work';

export const ALL_DAYS = { from: 20250101, to: 20271231 };
export const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
export const NOW = Date.UTC(2026, 5, 1);
/** Address and user agent of the person to erase. */
export const MINE = { ip: '198.51.100.77', ua: `${UA} Mine/1` };
export const at = startOfDay(20260301);
/** Texts that only rows of the person contain. */
export const WORDS = ['hanako', 'visitor-hana"', 'tracker-hana', MINE.ip, 'Mine/1', '花子'];

/** Creates the steps and checks that the erasure tests share. */
export function erasureScenario(db: () => Database) {
  const rows = <T>(sql: string, ...params: (string | number)[]) => db().read<T>(sql, params);
  const store = async (events: readonly IncomingEvent[]) => {
    const outcomes = await db().write((tx) => ingest(tx, events));
    await settle(db());
    return outcomes;
  };
  let numbers = 0;
  /** Starts an erasure like the service, without its access checks. */
  const begin = async (productId: number, subject: Subject): Promise<number> => {
    const persons = await personsOf(db().readOnlyTx, productId, subject);
    numbers += 1;
    if (!persons) throw new Error('more browsers than a person has');
    return db().write(async (tx) => {
      const id = await tx.insert(
        `INSERT INTO erasure (number, company_id, product_id, subject_kind, subject_digest, requested_at, user_id, user_name, counts) VALUES (?,?,?,?,?,?,NULL,'',?)`,
        [`E${numbers}`, 1, productId, subject.kind, `d${numbers}`, NOW, '{}'],
      );
      await beginWork(tx, id, persons, 'secret');
      return id;
    });
  };
  const finish = async (id: number, most = 7): Promise<number> => {
    for (let steps = 1; ; steps += 1) {
      const step = await db().write((tx) => eraseStep(tx, id, most, NOW));
      expect(step).not.toBe('waiting');
      if (step === 'done') return steps;
      if (steps > 2000) throw new Error('the erasure did not finish');
    }
  };
  const erase = async (productId: number, subject: Subject, most?: number) =>
    finish(await begin(productId, subject), most);

  /** Reads all derived data of a product; ads, settings and visitors are replaced by their positions. */
  const derivedData = async ({ productId, ads, cv }: Fixture) => {
    const [firstAd] = ads;
    const ad = (column: string) =>
      `CASE WHEN ${column} = 0 THEN 0 ELSE ${column} - ${firstAd} + 1 END AS ${column}`;
    const share = (n: number) => `ROUND(SUM(share_${n}), 9) AS share_${n}`;
    /** Replaces each id by the first row that has it, so a renamed id compares equal. */
    const placed = (list: Record<string, unknown>[], ...columns: string[]) => {
      const first = new Map<unknown, string>();
      return list.map((row, n) => ({
        ...row,
        ...Object.fromEntries(
          columns.map((column) => {
            const key = `${column} ${String(row[column])}`;
            if (row[column] !== null && !first.has(key)) first.set(key, `#${n}`);
            return [column, row[column] === null ? null : first.get(key)];
          }),
        ),
      }));
    };
    return {
      interactions: placed(
        await rows(
          `SELECT id, visitor_id, counted, first_touch, reference_id, cost_sen, device, excluded_reason, ${ad('ad_id')} FROM interaction WHERE product_id = ? ORDER BY id`,
          productId,
        ),
        'visitor_id',
      ),
      views: placed(
        await rows(
          `SELECT id, visitor_id, interaction_id, device, excluded_reason, ${ad('ad_id')} FROM access WHERE product_id = ? ORDER BY id`,
          productId,
        ),
        'visitor_id',
      ),
      conversions: placed(
        await rows(
          `SELECT event_id, cv_setting_id - ${cv.last} AS setting, visitor_id, user_id, repeated, previous_time, touch_count, cut_from, amount_sen, excluded_reason, ${ad('first_ad_id')}, ${ad('last_ad_id')}, latency_ms
            FROM conversion WHERE product_id = ? ORDER BY event_id, cv_setting_id`,
          productId,
        ),
        'visitor_id',
        'user_id',
      ),
      touches: await rows(
        `SELECT c.event_id, t.cv_setting_id - ${cv.last} AS setting, t.class, t.pos, t.n, t.interaction_id, ${[1, 2, 3, 4, 5, 6].map(share).join(', ')}
          FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id WHERE t.product_id = ? GROUP BY c.event_id, t.cv_setting_id, t.class, t.pos, t.n, t.interaction_id
          ORDER BY c.event_id, t.cv_setting_id, t.class, t.pos`,
        productId,
      ),
      results: await rows(
        `SELECT event_id, ${ad('ad_id')}, result_type, approval_status, cv_cost_sen, interaction_id, interaction_number FROM result WHERE product_id = ? ORDER BY event_id, cv_time, conversion_id, ad_id`,
        productId,
      ),
      days: await rows(
        `SELECT day, ${ad('ad_id')}, clicks, first_touches, pv, cost_sen FROM rollup_touch_day WHERE product_id = ? ORDER BY day, ad_id`,
        productId,
      ),
      months: await rows(
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
        0,
      )),
    ];
  };
  /** Finds every text in the product's rows that contains one of the words. */
  const leftovers = async (productId: number, words: readonly string[]) => {
    const tables = [
      'interaction',
      'access',
      'access_ref',
      'click_key',
      'conversion',
      'conversion_touch',
      'result',
      'result_due',
      'postback',
      'postback_attempt',
      'bad_event',
      'waiting_event',
      'stale_visitor',
      'erasure',
      'erased_person',
    ];
    const matches: string[] = [];
    for (const table of tables) {
      for (const row of await rows<Record<string, unknown>>(
        `SELECT * FROM ${table} WHERE product_id = ?`,
        productId,
      )) {
        for (const [column, value] of Object.entries(row)) {
          if (typeof value === 'string' && words.some((word) => value.includes(word)))
            matches.push(`${table}.${column}: ${value}`);
        }
      }
    }
    return matches;
  };

  /**
   * Stores a person with a tracker id, a site id, a customer id and an order, and a neighbour who shares
   * nothing.
   */
  const storePerson = async (settings = {}) => {
    const fixture = await makeProduct(db(), settings);
    const make = new Events(fixture);
    const medium = {
      xclid: 'gclid-hanako',
      ses: 'ses-hanako',
      key1: 'key-hanako',
      clickIds: { gclid: 'click-hanako' },
      params: 'mail=hanako@example.jp',
      referrer: 'https://r.example/?hanako',
    };
    await store([
      make.click('c-1', at, 'tracker-hana', { ...MINE, ...medium }),
      make.view('p-1', at + 1000, 'visitor-hana', {
        ...MINE,
        interactionRef: 'c-1',
        url: 'https://shop.example/my/hanako?mail=hanako@example.jp',
        referrer: 'https://r.example/?hanako',
        title: '花子 hanako様',
      }),
      make.view('p-2', at + 2000, 'visitor-hana', {
        ...MINE,
        url: 'https://shop.example/lp?a_ad=1&u=hanako',
        landingAdId: fixture.ads[1],
      }),
      make.view('p-3', at + 3000, 'visitor-hana', {
        ...MINE,
        url: 'https://shop.example/lp?a_ad=1&u=hanako',
        landingAdId: fixture.ads[1],
      }),
      make.conversion('o-1', at + 4000, 'visitor-hana', {
        ...MINE,
        userId: 'customer-hanako',
        amount: 500,
        args: 'order=1&name=hanako',
        otherKey1: 'k-hanako',
        url: 'https://shop.example/thanks?hanako',
        referrer: 'x-hanako',
      }),
      make.click('c-9', at, 'visitor-taro', { ip: '203.0.113.1' }),
      make.conversion('o-9', at + 5000, 'visitor-taro', {
        userId: 'customer-taro',
        amount: 900,
        args: 'name=taro',
      }),
    ]);
    const bad = JSON.stringify({
      type: 'view',
      visitor_id: 'visitor-hana',
      url: 'https://shop.example/hanako',
    });
    await db().write((tx) =>
      tx.execute(
        "INSERT INTO bad_event (product_id, door, reason, text, ip, stored_at) VALUES (?, 'collect', 'url is missing', ?, ?, 1), (?, 'collect', 'url is missing', 'visitor-hana2', NULL, 1)",
        [fixture.productId, bad, MINE.ip, fixture.productId],
      ),
    );
    const later = Date.now() + 600_000;
    const waiting = (key: string, userId: string) => [
      key,
      JSON.stringify({ userId }),
      's2s',
      1,
      later,
      later,
    ];
    await db().write((tx) =>
      insertRows(
        tx,
        'waiting_event',
        ['event_key', 'event', 'door', 'stored_at', 'due_at', 'expires_at'],
        [waiting('1:w1', 'customer-hanako'), waiting('1:w2', 'customer-taro')],
        { product_id: fixture.productId },
      ),
    );
    return { ...fixture, make };
  };
  return { rows, store, begin, finish, erase, derivedData, differences, leftovers, storePerson };
}
