import { NewAndExistingEvaluation } from '../../../shared/catalog';
import { PATH_CLASS } from '../../../shared/domain/journey';
import { conversions } from '../../logs/conversion.log';
import type { LogField } from '../../logs/log-record';

/** By the contact that makes them, the fields that tell of it and of its ad. */
const CONTACTS: Readonly<Record<string, readonly string[]>> = {
  'e.last_interaction_id': ['lastCvAdId', 'lastCvAd', 'lastCvInteractionId'],
  'e.performance_interaction_id': ['performanceCvAdId', 'performanceCvAd', 'performanceCvInteractionId'],
};

/** A value of the log as long as its contact is in the path since the customer's conversion before. */
const sinceThen = (
  contact: string,
  sql: string,
): string => `CASE WHEN e.repeated = 0 OR EXISTS (SELECT 1 FROM conversion_touch u
  WHERE u.product_id = e.product_id AND u.day = e.day AND u.conversion_id = e.id AND u.class = ${PATH_CLASS.REPEAT_CUT} AND u.interaction_id = ${contact})
  THEN ${sql} END`;

const cutAt = (contact: string, { source, label, ...field }: LogField): LogField => ({
  ...field,
  ...(source && { source: { ...source, sql: sinceThen(contact, source.sql) } }),
  ...(label && { label: { ...label, id: sinceThen(contact, label.id) } }),
});

/**
 * The log tells of the contacts of whole paths. A report that cuts those of repeat conversions tells of the contacts
 * that are left: a row credited to no ad would name one.
 */
export function contactsUnder(evaluation: NewAndExistingEvaluation): Record<string, LogField> {
  if (evaluation !== NewAndExistingEvaluation.NEW_AND_EXISTING) return {};
  return Object.fromEntries(
    Object.entries(CONTACTS).flatMap(([contact, names]) =>
      names.flatMap((name) => {
        const field = conversions.fields[name];
        return field ? [[name, cutAt(contact, field)] as const] : [];
      }),
    ),
  );
}
