import { findMeasure } from '../../../../../shared/catalog';
import { thresholdValue } from '../../../../../shared/catalog/alert';
import { plainNumber } from '../../../../../shared/settings/fields/formats';
import { valueText } from './case-words';

/** What a typed threshold means for the chosen measure, with its unit. */
export function ThresholdText({ measure, threshold }: { measure: unknown; threshold: unknown }) {
  const key = typeof measure === 'string' ? findMeasure(measure) : null;
  // A form holds what is typed as text.
  const typed = plainNumber(String(threshold ?? ''));
  if (!key || typeof measure !== 'string' || typed === '' || !Number.isFinite(Number(typed))) return null;
  return <p className="ic-muted">{valueText(thresholdValue(key, Number(typed)), measure)}</p>;
}
