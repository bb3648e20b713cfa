import type { Grant } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { oneOf, type Condition } from '../db/condition';
import { text } from './log-fields';
import type { LogField } from './log-definition';

/**
 * Returns the conditions on rows `e` of the conversions that the actor may see. An agency sees conversions with
 * one of its ads in the path.
 */
export const conversionGuard = (actor: Actor, grant: Grant): Condition[] => {
  if (grant.scope !== 'own') return [];
  const sql = `EXISTS (SELECT 1 FROM conversion_touch t JOIN ad a ON a.id = t.ad_id
    WHERE t.product_id = e.product_id AND t.day = e.day AND t.conversion_id = e.id AND a.agency_id = ?)`;
  return [{ sql, params: [actor.agencyId ?? 0] }];
};

/** Lists the counting settings; they are few, so the unique key can look up an event id. */
export const bySetting = 'e.cv_setting_id IN (SELECT s.id FROM cv_setting s)';
/** The conversion's public id. */
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
