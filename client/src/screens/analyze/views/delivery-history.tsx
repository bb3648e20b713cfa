import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useReportDeliveriesQuery, useReportTestsQuery } from '../../../generated/graphql';
import { withAside } from '../../../i18n/punctuation';
import { ErrorNote } from '../../../kit/error-note';
import { MailReason } from '../../../kit/mail-reason';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import styles from './views.module.css';
import { outcomeOf, reasonText } from './schedule-texts';

/** Poll interval while a mail is being sent. */
const POLL_MS = 2000;
/** Poll interval while a mail waits for a retry. */
const RETRY_POLL_MS = 15_000;

/**
 * Mails sent for a schedule, with recipients and outcomes. Without a schedule, shows the user's test mails of
 * the view.
 */
export function DeliveryHistory({ viewId, scheduleId }: { viewId: number; scheduleId: number | undefined }) {
  const { t } = useTranslation();
  const ofSchedule = useReportDeliveriesQuery({
    variables: { scheduleId: scheduleId ?? 0 },
    skip: scheduleId === undefined,
    fetchPolicy: 'network-only',
  });
  const tests = useReportTestsQuery({
    variables: { viewId },
    skip: scheduleId !== undefined,
    fetchPolicy: 'network-only',
  });
  const { error, refetch, startPolling, stopPolling } = scheduleId === undefined ? tests : ofSchedule;
  const mails = ofSchedule.data?.reportDeliveries ?? tests.data?.reportTests;
  const waiting = mails?.filter(({ outcome }) => outcome === null) ?? [];
  if (waiting.length > 0)
    startPolling(waiting.some(({ attempts }) => attempts === 0) ? POLL_MS : RETRY_POLL_MS);
  else stopPolling();
  if (error && !mails) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (!mails) return <Skeleton active title={false} />;
  if (mails.length === 0) return <p className="ic-mt-4 ic-break ic-hint">{t('views.historyEmpty')}</p>;
  return (
    <ul className={`ic-list ${styles.mails}`}>
      {mails.map(({ id, userName, test, forTime, outcome, reason, nextAt }) => {
        const { text, tone } = outcomeOf(t, outcome ?? null);
        const why = reasonText(t, reason ?? null, outcome ?? null);
        return (
          <li key={id}>
            <span className="ic-row ic-wrap ic-gap-4-12 ic-figures">
              <span className="ic-muted">{formatDateTime(forTime).slice(0, -3)}</span>
              <span className="ic-grow">
                {test ? withAside(userName ?? '-', t('views.test')) : (userName ?? '-')}
              </span>
              <StatusTag tone={tone}>{text}</StatusTag>
            </span>
            {(why || (nextAt && outcome === null && reason)) && (
              <p className="ic-mt-4 ic-break ic-hint">
                {why && <MailReason text={why} />}
                {nextAt &&
                  outcome === null &&
                  reason &&
                  ` ${t('views.nextTry', { time: formatDateTime(nextAt) })}`}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
