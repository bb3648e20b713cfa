import type { Grant } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { oneOf, type Condition } from '../records/condition';
import { text } from './log-fields';
import type { LogField } from './log-record';

/** The conversions that the actor may see, as conditions on rows named `e`: an agency those in whose path an ad of its stands. */
export const conversionGuard = (actor: Actor, grant: Grant): Condition[] => {
  if (grant.scope !== 'own') return [];
  const sql = `EXISTS (SELECT 1 FROM conversion_touch t JOIN ad a ON a.id = t.ad_id
    WHERE t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id AND a.agency_id = ?)`;
  return [{ sql, params: [actor.agencyId ?? 0] }];
};

/** By which setting the event was counted; settings are few, so that the unique key finds an id. */
export const bySetting = 'e.cv_setting_id IN (SELECT s.id FROM cv_setting s)';
/** The conversion's outside id. */
export const eventId: LogField = {
  ...text('event_id'),
  filters: {
    '': {
      sql: 'e.event_id',
      kind: 'text',
      type: 'text',
      where: (values) => ({
        ...oneOf('e.event_id', values),
        sql: `${oneOf('e.event_id', values).sql} AND ${bySetting}`,
      }),
    },
  },
};
