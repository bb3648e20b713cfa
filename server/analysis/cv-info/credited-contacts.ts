import { NewAndExistingEvaluation } from '../../../shared/catalog';
import { PATH_CLASS } from '../../../shared/domain/journey';
import { conversions } from '../../logs/conversion.log';
import type { LogField } from '../../logs/log-definition';

/** Fields about a touch and its ad, by the column of that touch. */
const TOUCH_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'e.last_interaction_id': ['lastCvAdId', 'lastCvAd', 'lastCvInteractionId'],
  'e.performance_interaction_id': ['performanceCvAdId', 'performanceCvAd', 'performanceCvInteractionId'],
};

/** Returns SQL for a log value that is null if the touch is before the customer's previous conversion. */
const ifInCutPath = (
  contact: string,
  sql: string,
): string => `CASE WHEN e.repeated = 0 OR EXISTS (SELECT 1 FROM conversion_touch u
  WHERE u.product_id = e.product_id AND u.day = e.day AND u.conversion_id = e.id AND u.class = ${PATH_CLASS.REPEAT_CUT} AND u.interaction_id = ${contact})
  THEN ${sql} END`;

const cutField = (contact: string, { source, label, ...field }: LogField): LogField => ({
  ...field,
  ...(source && { source: { ...source, sql: ifInCutPath(contact, source.sql) } }),
  ...(label && { label: { ...label, id: ifInCutPath(contact, label.id) } }),
});

/**
 * Replaces the touch fields of the log for an evaluation. The log shows the touches of whole paths. A report
 * that cuts the paths of repeat conversions shows the remaining touches; otherwise a row credited to no ad
 * would name one.
 */
export function touchFieldsUnder(evaluation: NewAndExistingEvaluation): Record<string, LogField> {
  if (evaluation !== NewAndExistingEvaluation.NEW_AND_EXISTING) return {};
  return Object.fromEntries(
    Object.entries(TOUCH_FIELDS).flatMap(([contact, names]) =>
      names.flatMap((name) => {
        const field = conversions.fields[name];
        return field ? [[name, cutField(contact, field)] as const] : [];
      }),
    ),
  );
}
