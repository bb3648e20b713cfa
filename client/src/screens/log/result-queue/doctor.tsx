import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { diagnose } from '../../../../../shared/domain/postback';
import { NoPostbackReason } from '../../../../../shared/domain/results';
import { latestLastAttempt } from '../../../../../shared/domain/retry';
import type { NotificationWithAttemptsQuery } from '../../../generated/graphql';
import { joinList } from '../../../i18n/punctuation';
import { useSeesPersonal } from '../../../kit/log/log-definition';
import { Panel } from '../../../kit/panel';
import { DiagnosisText, PostbackOutcome } from '../../../kit/postback/postback-outcome';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useConsoleConfig } from '../../../session/console-config';
import { useAspSending } from './asp-sending';
import type { QueueRow } from './log';
import styles from './queue.module.css';

type Notification = NotificationWithAttemptsQuery['resultQueueItem'];
type Attempt = Notification['attemptLog'][number];

const diagnosisOf = ({ httpStatus, error }: Attempt) => diagnose({ status: httpStatus, error });

/** What happens next to a postback. */
function Prospect({ item }: { item: QueueRow }) {
  const { t } = useTranslation();
  const { postbackRetrySeconds } = useConsoleConfig();
  const { asps } = useAspSending();
  const { state, attempts, nextAt, executedAt } = item;
  if (state === 'success')
    return (
      <p>{t('results.queue.delivered', { time: executedAt === null ? '' : formatDateTime(executedAt) })}</p>
    );
  if (item.reason === NoPostbackReason.ERASED) return <p>{t('results.untold.erased')}</p>;
  if (nextAt === null) return <p>{t('results.queue.givenUp')}</p>;
  const next = Date.parse(nextAt);
  const until = latestLastAttempt(attempts, next, postbackRetrySeconds);
  const most = postbackRetrySeconds.length + 1;
  return (
    <>
      {asps?.find(({ id }) => id === item.aspId)?.postbackPaused && (
        <Alert type="warning" showIcon title={t('results.queue.pausedItem')} style={{ marginBottom: 8 }} />
      )}
      <p>{t('results.queue.next', { time: formatDateTime(nextAt) })}</p>
      <p className="ic-muted">
        {attempts + 1 < most
          ? t('results.queue.until', { time: formatDateTime(new Date(until).toISOString()), count: most })
          : t('results.queue.lastTry')}
      </p>
    </>
  );
}

/** Returns the names of the URL parameters with a value. */
function namesOf(url: string | null | undefined, value: string): string[] {
  const query = (url ?? '').split('?')[1] ?? '';
  return [...new URLSearchParams(query)].flatMap(([name, given]) => (given === value ? [name] : []));
}

/** Lists the empty values of a postback and where they should come from. */
function EmptyValues({ item }: { item: QueueRow }) {
  const { t } = useTranslation();
  const { asps } = useAspSending();
  const empty = namesOf(item.url, '');
  if (empty.length === 0) return null;
  const clickIds = namesOf(asps?.find(({ id }) => id === item.aspId)?.webhookUrl, '{xclid}');
  const isClickId = empty.some((name) => clickIds.includes(name));
  return (
    <Alert
      type="warning"
      showIcon
      style={{ margin: '8px 0' }}
      title={t('postback.emptyValues.what', { names: joinList(empty) })}
      description={t(isClickId ? 'postback.emptyValues.xclid' : 'postback.emptyValues.other')}
    />
  );
}

/**
 * Diagnosis of a postback: problem and remedy, retry schedule, and every attempt with request and response.
 */
export function PostbackDoctor({ item }: { item: Notification }) {
  const { t } = useTranslation();
  const seesPersonal = useSeesPersonal();
  const attempts = item.attemptLog;
  const last = attempts.at(-1);
  return (
    <>
      <Panel title={t('results.queue.doctor')} lead={t('results.queue.doctorLead')}>
        {last && item.state !== 'success' && (
          <DiagnosisText diagnosis={diagnosisOf(last)} status={last.httpStatus} location={last.errorDetail} />
        )}
        <EmptyValues item={item} />
        <Prospect item={item} />
      </Panel>
      <Panel title={t('results.queue.attempts')}>
        {attempts.length === 0 ? (
          <p className="ic-muted">{t('results.queue.noAttempts')}</p>
        ) : (
          <ol className={`ic-stack ic-gap-16 ic-list ${styles.attempts}`}>
            {attempts.map((attempt, index) => (
              <li key={index}>
                <p className="ic-flex ic-wrap ic-gap-4-12 ic-mb-4 ic-figures">
                  <strong>{t('results.queue.attempt', { number: index + 1 })}</strong>
                  <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
                </p>
                <PostbackOutcome
                  sent={{ ...attempt, diagnosis: diagnosisOf(attempt), location: attempt.errorDetail }}
                  {...(!seesPersonal && { unseen: t('results.queue.masked') })}
                />
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </>
  );
}
