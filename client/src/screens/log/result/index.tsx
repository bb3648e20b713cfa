import { Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../../kit/error-note';
import { Link, useParams } from 'react-router-dom';
import { useResultQuery, useResultTrailQuery, type ResultTrailQuery } from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource } from '../../../kit/log/log-definition';
import { logPaths } from '../../../kit/log/log-paths';
import { LogScreen } from '../../../kit/log/log-screen';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { PostbackKind, PostbackState, untoldText } from '../../../kit/postback/postback-labels';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/rights';
import { ConversionPath } from '../../../kit/log/conversion-path';
import { resultLog } from '../../../kit/log/result-log';
import { ExcludedReason } from '../../../../../shared/catalog';
import { enumLabel } from '../../../kit/enum-label';
import { ApprovalTag } from '../../../kit/status-tag';
import styles from './result.module.css';

type Change = ResultTrailQuery['result']['history'][number];

function NotificationNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const mayOpen = useRight('postbacks') !== 'none';
  const reason = untoldText(t, change.untold);
  if (change.notificationId !== null && mayOpen)
    return <Link to={logPaths.postback(change.notificationId)}>{t('results.history.told')}</Link>;
  return reason && <span className="ic-muted">{reason}</span>;
}

/** Translates the product's own reasons and returns users' texts unchanged. */
const reasonText = (t: TFunction, reason: string): string =>
  reason === ExcludedReason.DUPLICATE_ORDER ? enumLabel(t, 'ExcludedReason', reason) : reason;

/** State changes of a result: author, time, states, reason and postbacks. */
function ResultHistory({ history }: { history: readonly Change[] }) {
  const { t } = useTranslation();
  if (history.length === 0) return <p className="ic-muted">{t('results.history.none')}</p>;
  return (
    <ol className={`ic-list ic-text-13 ${styles.history}`}>
      {history.map((change, index) => (
        <li key={index}>
          <time dateTime={change.at}>{formatDateTime(change.at)}</time>
          <span className="ic-inline ic-align-baseline ic-wrap ic-gap-8">
            {change.from === null ? (
              <span>{t('results.history.made')}</span>
            ) : (
              <ApprovalTag status={change.from} />
            )}
            <span aria-hidden="true">→</span>
            <ApprovalTag status={change.to} />
          </span>
          <span>{change.user ?? t('results.history.auto')}</span>
          <span className={`ic-flex ic-wrap ic-gap-4-12 ic-break ${styles.note}`}>
            {change.reason !== null && (
              <span>{t('results.history.reason', { reason: reasonText(t, change.reason) })}</span>
            )}
            <NotificationNote change={change} />
          </span>
        </li>
      ))}
    </ol>
  );
}

const useOne = logRowSource(useResultQuery);

/** Log of results. */
export const ResultLog = () => <LogScreen log={resultLog} />;

/** State history of a result with its postbacks. */
function Trail({ id }: { id: string }) {
  const { t } = useTranslation();
  const mayOpen = useRight('postbacks') !== 'none';
  const { data, error, refetch } = useResultTrailQuery({
    variables: { id, productId: useProductId() },
    fetchPolicy: 'cache-and-network',
  });
  const trail = data?.result;
  if (error && !trail) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (!trail) return <Skeleton active />;
  return (
    <>
      <Panel title={t('results.history.title')} lead={t('results.history.lead')}>
        <ResultHistory history={trail.history} />
      </Panel>
      {mayOpen && (
        <Panel title={t('results.notifications.title')} lead={t('results.notifications.lead')}>
          {trail.notifications.length === 0 ? (
            <p className="ic-muted">{t('results.notifications.none')}</p>
          ) : (
            <PanelRows>
              {trail.notifications.map((item) => (
                <PanelRow
                  key={item.id}
                  name={<Link to={logPaths.postback(item.id)}>{formatDateTime(item.createdAt)}</Link>}
                  facts={[<PostbackKind key="kind" kind={item.kind} />, item.asp?.label ?? '']}
                  actions={<PostbackState state={item.state} />}
                />
              ))}
            </PanelRows>
          )}
        </Panel>
      )}
    </>
  );
}

/** Result details: origin, history, postbacks and the path of its conversion. */
export function ResultDetail() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const mayOpenLogs = useRight('logs') !== 'none';
  return (
    <LogDetail log={resultLog} path="/log/result" title={t('results.log.detail')} one={useOne(id, {})}>
      {({ conversionId, cvSettingId }) => (
        <>
          <Trail id={id} />
          {mayOpenLogs && <ConversionPath id={conversionId} cvSettingId={cvSettingId ?? undefined} />}
        </>
      )}
    </LogDetail>
  );
}
