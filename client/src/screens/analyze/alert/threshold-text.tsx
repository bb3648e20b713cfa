import { findMeasure } from '../../../../../shared/catalog';
import { thresholdValue } from '../../../../../shared/catalog/alert';
import { valueText } from './case-words';

/** What a typed threshold means for the chosen measure, with its unit. */
export function ThresholdText({ measure, threshold }: { measure: unknown; threshold: unknown }) {
  const key = typeof measure === 'string' ? findMeasure(measure) : null;
  if (!key || typeof measure !== 'string' || typeof threshold !== 'number') return null;
  return <p className="ic-muted">{valueText(thresholdValue(key, threshold), measure)}</p>;
}
