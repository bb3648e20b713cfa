import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useResultQuery, useResultTrailQuery } from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import { logRowSource } from '../../../kit/log/log-row-source';
import { logPaths } from '../../../kit/log/log-paths';
import { LogScreen } from '../../../kit/log/log-screen';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { PostbackKind, PostbackState } from '../../../kit/postback/postback-labels';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';
import { ConversionPath } from '../../../kit/log/conversion-path';
import { ResultHistory } from './history';
import { resultLog } from '../../../kit/log/result-log';

const useOne = logRowSource(useResultQuery);

/** Log of results. */
export const ResultLog = () => <LogScreen log={resultLog} />;

/** State history of a result with its postbacks. */
function Trail({ id }: { id: string }) {
  const { t } = useTranslation();
  const mayOpen = useRight('postbacks') !== 'none';
  const { data, error } = useResultTrailQuery({
    variables: { id, productId: useProductId() },
    fetchPolicy: 'cache-and-network',
  });
  const trail = data?.result;
  if (error && !trail) return <Alert type="error" showIcon title={t('list.errorTitle')} />;
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
