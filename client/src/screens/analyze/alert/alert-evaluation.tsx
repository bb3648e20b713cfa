import { useTranslation } from 'react-i18next';
import type { AlertTestPartsFragment } from '../../../generated/graphql';
import { formatApiDay, formatDateTime } from '../../../kit/tokyo-date';
import { boundsText, valueText } from './texts';

/** Formats a day as the API does. */

/**
 * Result of an alert for the last finished day, the evaluated values, and the next day to be evaluated.
 * @param unsaved whether the alert isn't saved yet
 */
export function AlertEvaluation({
  evaluation,
  measure,
  unsaved = false,
}: {
  evaluation: AlertTestPartsFragment;
  measure: string;
  unsaved?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className="ic-grid ic-gap-12" role="status">
      <p>
        <strong>{t('alerts.testTitle', { day: formatApiDay(evaluation.day) })}</strong>{' '}
        {t('alerts.judged', { judged: evaluation.judged, raised: evaluation.raised })}{' '}
        {evaluation.computing && t('alerts.computing')}
      </p>
      <pre className="ic-sunken ic-m-0 ic-scroll-x ic-break ic-pre ic-card ic-p-8-16">{`${evaluation.subject}\n\n${evaluation.text}`}</pre>
      {evaluation.raised === 0 && evaluation.cases.length > 0 && (
        <ul className="ic-indent">
          {evaluation.cases.map((one) => (
            <li key={one.adId}>
              {one.name || t('alerts.whole')} <strong>{valueText(one.value, measure)}</strong>{' '}
              {boundsText(one, measure, t)}
            </li>
          ))}
        </ul>
      )}
      <p>
        {t(unsaved ? 'alerts.nextSaved' : 'alerts.next', {
          day: formatApiDay(evaluation.nextDay),
          time: formatDateTime(evaluation.nextAt).slice(0, -3),
        })}
      </p>
    </div>
  );
}
