import type { Database } from '../../server/db/database';
import type { Actor } from '../../server/auth/actor';
import { adPaths } from '../../server/ad-page/ad-paths';
import { reportKeys, reports, type Report } from '../../server/analysis';
import { verifyDays } from '../../server/rollups';
import { settle } from '../../server/sweeps';
import {
  ingest,
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type ViewEvent,
} from '../../server/journeys';
import { rebuildSettings } from '../../server/journeys/rebuild-settings';
import { verifyJourneys } from '../../server/journeys/verify-journeys';
import { conversions } from '../../server/logs/conversion.log';
import { logService } from '../../server/logs/log-definition';
import { ageLogs, productsToAge, storeLeavingMonths } from '../../server/retention/age-logs';
import { grantOf, rightKeys, RoleType } from '../../shared/catalog';
import { dayOf } from '../../shared/domain/calendar';

const DIGIT = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS d`).join(' UNION ALL ');

/** SQL for a table of the numbers 0 to 10^places - 1. It works in every database. */
export const numbers = (digits: number): string => {
  const names = Array.from({ length: digits }, (_, place) => `d${place}`);
  return `(SELECT ${names.map((name, place) => `${10 ** place} * ${name}.d`).join(' + ')} AS n FROM ${names.map((name) => `(${DIGIT}) ${name}`).join(' CROSS JOIN ')}) numbers`;
};

const DAY_MS = 86_400_000;
/** Clicks of each visitor. */
const CLICKS_EACH = 4;
/** Contacts on the path of each conversion. */
const PATH_LENGTH = 40;

export interface Mass {
  productId: number;
  adIds: readonly number[];
  cvSettingId: number;
  /** Epoch milliseconds of the first event. A Tokyo midnight. */
  from: number;
  days: number;
  /** A power of ten. */
  clicks: number;
}

/** Returns the id of a visitor. */
const massVisitor = (n: number): string => `m${n}`;

/**
 * Fills the logs like a long history: clicks with four views each and a conversion for each hundredth, spread
 * evenly over the days and already derived. The database creates the rows, because the endpoints would take
 * hours.
 */
export const loadMass = async (
  db: Database,
  { productId, adIds, cvSettingId, from, days, clicks }: Mass,
): Promise<void> => {
  const digits = Math.round(Math.log10(clicks));
  const text = (letter: string, number: string): string => `CONCAT('${letter}', ${number})`;
  const step = Math.floor((days * DAY_MS) / clicks);
  const time = `(${from} + n * ${step})`;
  // The days needn't be calendar days. Only their number and their order matter.
  const day = `(20250000 + 100 * FLOOR(n * ${days} / ${clicks} / 28) + n * ${days} / ${clicks} % 28 + 1)`;
  const integer = (sql: string): string =>
    db.dialect === 'sqlite' ? `CAST(${sql} AS INTEGER)` : `FLOOR(${sql})`;
  const visitor = text('m', `n % ${clicks / CLICKS_EACH}`);
  const ad = `(${adIds[0]} + n % ${adIds.length})`;
  // Each visitor has one address. A fiftieth of contacts and views come from robots.
  const person = `n % ${clicks / CLICKS_EACH}`;
  const ip = `CONCAT('10.', ${integer(`(${person}) / 65536`)}, '.', ${integer(`(${person}) / 256`)} % 256, '.', (${person}) % 256)`;
  const robot = 'n % 50 = 7';
  const reason = `CASE WHEN ${robot} THEN 'bot' END`;
  const shared = `${productId}, ${time}, ${integer(day)}, ${visitor}, 'import', 1 + n % 2`;
  await db.write(async (tx) => {
    await tx.execute(
      `INSERT INTO interaction (product_id, time, day, visitor_id, door, device, id, claimed_visitor_id, ad_id, cost_sen, tracking_term, counted, first_touch, reference_id, ip, excluded_reason, stored_at)
        SELECT ${shared}, ${text('c', 'n')}, ${visitor}, ${ad}, 0, 30, 1 - (${robot}), 1 - (${robot}), ${text('c', 'n')}, ${ip}, ${reason}, 0 FROM ${numbers(digits)} ORDER BY n`,
    );
  });
  for (let view = 0; view < 4; view += 1) {
    await db.write(async (tx) => {
      await tx.execute(
        `INSERT INTO access (product_id, time, day, visitor_id, door, device, id, interaction_id, ad_id, ip, excluded_reason, stored_at)
          SELECT ${shared}, ${text(`p${view}-`, 'n')}, ${text('c', 'n')}, ${ad}, ${ip}, ${reason}, 0 FROM ${numbers(digits)} ORDER BY n`,
      );
    });
  }
  await db.write(async (tx) => {
    await tx.execute(
      `INSERT INTO conversion (product_id, time, day, visitor_id, door, device, cv_setting_id, event_id, cv_type, cv_slot, user_id, amount_sen, tracking_term, stored_at)
        SELECT ${shared}, ${cvSettingId}, ${text('o', 'n')}, 1, 1, CASE WHEN n % 1000 = 0 THEN ${text('u', 'n')} END, 100, 30, 0
        FROM ${numbers(digits)} WHERE n % 100 = 0`,
    );
    await tx.execute(
      `INSERT INTO conversion_touch (product_id, day, conversion_id, class, pos, n, interaction_id, ad_id, device, redirect_id, lpo_entry_id, touched_at, cv_setting_id,
          cv_type, cv_slot, amount_sen, is_last, counts_indirect, counts_indirect_total, latency_ms, share_1, share_2, share_3, share_4, share_5, share_6)
        SELECT product_id, day, id, 1, n + 1, ${PATH_LENGTH}, visitor_id, ${adIds[0]}, device, 0, 0, time, cv_setting_id, cv_type, cv_slot, amount_sen,
          CASE WHEN n + 1 = ${PATH_LENGTH} THEN 1 ELSE 0 END, 0, 0, 0, 0, 0, 0, 0, 0, 0
        FROM conversion CROSS JOIN ${numbers(2)} WHERE product_id = ${productId} AND n < ${PATH_LENGTH}`,
    );
  });
};

const MEDIA = { xclid: null, ses: null, key1: null, key2: null, key3: null };
const UA = 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36';

/** People of a batch. Enough that the product splits every list. */
const PEOPLE = 600;

/**
 * Creates the events of one batch for every kind of endpoint: new and known visitors, and landings of the ad
 * itself. It includes clicks that a landing elsewhere takes over, and conversions that name their visitor in
 * each of the three ways.
 */
const batch = ({ productId, adIds, cvSettingId }: Mass, round: string, at: number): IncomingEvent[] =>
  Array.from({ length: PEOPLE }, (_, n): IncomingEvent[] => {
    const visitorId = n % 2 ? massVisitor(n) : `${round}v${n}`;
    const base = (id: string, after: number) => ({
      productId,
      id: `${round}${id}${n}`,
      time: at + n * 600_000 + after,
      door: 'import' as const,
      ip: null,
      ua: UA,
      visitorId,
    });
    const click: ClickEvent = {
      ...base('c', 0),
      ...MEDIA,
      type: 'click',
      adId: adIds[n % adIds.length]!,
      redirectId: 0,
      lpoEntryId: 0,
      params: null,
      landingUrl: null,
      cost: null,
    };
    const view = (id: string, more: Partial<ViewEvent>): ViewEvent => ({
      ...base(id, 500),
      ...MEDIA,
      type: 'view',
      url: 'https://shop.example/',
      referrer: null,
      title: null,
      interactionRef: null,
      landingAdId: null,
      ...more,
    });
    const conversion = (id: string, more: Partial<ConversionEvent>): ConversionEvent => ({
      ...base(id, 900),
      type: 'conversion',
      interactionRef: null,
      cvSettingId,
      amount: 100,
      userId: null,
      args: null,
      otherKey1: null,
      otherKey2: null,
      otherKey3: null,
      url: null,
      referrer: null,
      ...more,
    });
    const events: IncomingEvent[] = [click, view('p', {})];
    if (n % 3 === 0) events.push(view('l', { visitorId: `${round}w${n}`, interactionRef: click.id }));
    if (n % 5 === 0) events.push(view('a', { landingAdId: adIds[0]!, url: 'https://shop.example/lp' }));
    if (n % 4 === 0) events.push(conversion('o', { userId: n % 8 ? null : `${round}u${n}` }));
    if (n % 6 === 0) events.push(conversion('i', { visitorId: null, interactionRef: click.id }));
    if (n % 8 === 0) events.push(conversion('k', { visitorId: null, userId: `${round}u${n}` }));
    return events;
  }).flat();

const admin = (companyId: number, productId: number): Actor => ({
  userId: 1,
  companyId,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [productId],
  family: 'plans',
  grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)])) as Actor['grants'],
});

/** Reads pages of conversions and paths over all days, as screens do: few rows of many. */
async function openPages(db: Database, { productId, adIds, from, days }: Mass, actor: Actor): Promise<void> {
  const period = { dateFrom: dayOf(from), dateTo: dayOf(from + days * 86_400_000) };
  const [adId = 0] = adIds;
  await reports.cvInfo.read(db, actor, {
    productId,
    ...period,
    page: 1,
    pageSize: 50,
    fields: ['path'],
    resultFields: [],
  });
  await adPaths(db, actor, { productId, adId, ...period });
  const log = logService(db, conversions, () => '-');
  for (const condition of ['', `;ad=${adId}`])
    await log.list(
      actor,
      {
        productId,
        pageSize: 30,
        filter: { figure: [`cvFinal;${period.dateFrom}-${period.dateTo}${condition}`] },
      },
      new Set(['id', 'figurePart']),
    );
}

/**
 * Runs everything that reads or changes the event tables once: storing, deriving, rolling up, rebuilding,
 * verifying, reporting, deleting.
 */
export const walkThrough = async (db: Database, mass: Mass, companyId: number): Promise<void> => {
  const { productId } = mass;
  const at = mass.from + 5 * 86_400_000;
  // Two rounds, because repeated events and known visitors take other statements.
  for (const round of ['x', 'y']) {
    const events = batch(mass, round, at);
    await db.write((tx) => ingest(tx, events));
    await db.write((tx) => ingest(tx, events.slice(0, 500)));
    await settle(db);
  }
  const day = dayOf(at);
  await db.write((tx) =>
    tx.execute('UPDATE product SET tracking_term = tracking_term + 1 WHERE id = ?', [productId]),
  );
  await rebuildSettings(db, productId, { from: day, to: day });
  await settle(db);
  for await (const { differences } of verifyJourneys(db, productId, { from: day, to: day }, () => settle(db)))
    void differences;
  await verifyDays(db, productId, [day]);
  const actor = admin(companyId, productId);
  for (const axis of [['ad'], ['ad', 'device']]) {
    for (const key of reportKeys) {
      const report: Report = reports[key];
      await report.read(db, actor, {
        productId,
        dateFrom: day,
        dateTo: day,
        axis: report.axes.length > 0 ? axis : [],
      });
    }
  }
  await openPages(db, mass, actor);
  await db.write((tx) => tx.execute('UPDATE product SET log_retention_months = 3 WHERE id = ?', [productId]));
  // Everything is due for deletion a year later. Two steps set the horizon and delete the first rows.
  const today = dayOf(mass.from + 600 * 86_400_000);
  await productsToAge({ archive: db.archive, query: (sql, params) => db.read(sql, params) }, today);
  await storeLeavingMonths(db, productId, today);
  for (let step = 0; step < 2; step += 1) await db.write((tx) => ageLogs(tx, productId, today, 1000));
};
