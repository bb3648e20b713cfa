import type { Database } from '../../db/database';
import { ingest, type IncomingEvent } from '../../journeys';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { Ad } from '../../settings/ad/ad.entity';

/** Tracking term of the products, in days. */
export const TERM = 30;

/** Creates a product whose ads have these settings. */
export async function makeAds(
  db: Database,
  settings: Partial<Ad>,
): Promise<{ fixture: Fixture; make: Events }> {
  const fixture = await makeProduct(db, { trackingTerm: TERM });
  await db.write(({ manager }) =>
    manager.update(
      Ad,
      { productId: fixture.productId },
      { cvCost: 100, webhookUrl: 'https://asp.example/?s={status}', ...settings },
    ),
  );
  return { fixture, make: new Events(fixture) };
}

/** Stores events; their results send postbacks. */
export const storeEvents = (db: Database, events: readonly IncomingEvent[]) =>
  db.write((tx) => ingest(tx, events, { notify: true }));
