import { findMeasure } from '../../../../../shared/catalog';
import { thresholdValue } from '../../../../../shared/catalog/alert';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';
import { valueText } from './bounds-text';

/** The typed threshold in the unit of the selected measure. */
export function ThresholdText({ measure, threshold }: { measure: unknown; threshold: unknown }) {
  const key = typeof measure === 'string' ? findMeasure(measure) : null;
  // The form holds typed values as text.
  const typed = normaliseNumber(String(threshold ?? ''));
  if (!key || typeof measure !== 'string' || typed === '' || !Number.isFinite(Number(typed))) return null;
  return <p className="ic-muted">{valueText(thresholdValue(key, Number(typed)), measure)}</p>;
}
