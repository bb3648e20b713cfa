import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAlertTestLazyQuery, type AlertFieldsFragment } from '../../../generated/graphql';
import { Panel } from '../../../kit/panel';
import { ErrorNote } from '../../../kit/error-note';
import { formatDay, parseDay } from '../../../kit/tokyo-date';
import { boundsText, valueText } from './case-words';
import styles from './alert.module.css';

/** Judges the last finished day by the alert as it is saved, and shows what it would say. */
export function AlertTest({ alert }: { alert: AlertFieldsFragment }) {
  const { t } = useTranslation();
  const [test, { data, error, loading, called }] = useAlertTestLazyQuery({ fetchPolicy: 'no-cache' });
  const run = (): void => void test({ variables: { id: alert.id } });
  const found = data?.alertTest;
  return (
    <Panel
      title={found ? t('alerts.testTitle', { day: formatDay(parseDay(found.day) ?? 0) }) : t('alerts.test')}
      lead={t('alerts.testLead')}
      actions={
        <Button icon={<ExperimentOutlined />} loading={loading} onClick={run}>
          {t('alerts.test')}
        </Button>
      }
    >
      {error && <ErrorNote title={t('alerts.cantTest')} hint={t('list.errorHint')} error={error} retry={run} />}
      {called && found && (
        <div className={styles.test} role="status">
          <p>
            {t('alerts.judged', { judged: found.judged, raised: found.raised })} {found.computing && t('alerts.computing')}
          </p>
          <pre className={styles.message}>{`${found.subject}\n\n${found.text}`}</pre>
          {found.raised === 0 && (
            <ul className={styles.cases}>
              {found.cases.map((one) => (
                <li key={one.adId}>
                  {one.name || t('alerts.whole')} <strong>{valueText(one.value, alert.measure)}</strong> {boundsText(one, alert.measure, t)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Panel>
  );
}
