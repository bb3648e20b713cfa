import type { Actor } from '../../server/auth/actor';
import { adPaths } from '../../server/ad-page/ad-paths';
import { reportKeys, reports, type Report } from '../../server/analysis';
import { verifyDays } from '../../server/rollups';
import type { Database } from '../../server/db/database';
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
import { ageLogs, productsToAge } from '../../server/retention/age-logs';
import { grantOf, rightKeys, RoleType } from '../../shared/catalog';
import { dayOf } from '../../shared/domain/calendar';
import { massVisitor, type Mass } from './mass-events';

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
  await productsToAge({ query: (sql, params) => db.read(sql, params) }, today);
  for (let step = 0; step < 2; step += 1) await db.write((tx) => ageLogs(tx, productId, today, 1000));
};
