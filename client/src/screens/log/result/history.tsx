import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NoPostbackReason } from '../../../../../shared/domain/results';
import type { ResultTrailQuery } from '../../../generated/graphql';
import { ApprovalTag } from '../../../kit/approval-tag';
import { logPaths } from '../../../kit/log/log-paths';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/use-right';
import styles from './result.module.css';

type Change = ResultTrailQuery['result']['history'][number];

function NotificationNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const mayOpen = useRight('postbacks') !== 'none';
  const reason = Object.values(NoPostbackReason).find((one) => one === change.untold);
  if (change.notificationId !== null && mayOpen)
    return <Link to={logPaths.postback(change.notificationId)}>{t('results.history.told')}</Link>;
  return reason ? <span className="ic-muted">{t(`results.untold.${reason}`)}</span> : null;
}

/** State changes of a result: author, time, states, reason and postbacks. */
export function ResultHistory({ history }: { history: readonly Change[] }) {
  const { t } = useTranslation();
  if (history.length === 0) return <p className="ic-muted">{t('results.history.none')}</p>;
  return (
    <ol className={styles.history}>
      {history.map((change, index) => (
        <li key={index}>
          <time dateTime={change.at}>{formatDateTime(change.at)}</time>
          <span className={styles.change}>
            {change.from === null ? (
              <span>{t('results.history.made')}</span>
            ) : (
              <ApprovalTag status={change.from} />
            )}
            <span aria-hidden="true">→</span>
            <ApprovalTag status={change.to} />
          </span>
          <span>{change.user ?? t('results.history.auto')}</span>
          <span className={styles.note}>
            {change.reason !== null && <span>{t('results.history.reason', { reason: change.reason })}</span>}
            <NotificationNote change={change} />
          </span>
        </li>
      ))}
    </ol>
  );
}
