import { ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAlertTestLazyQuery } from '../../../generated/graphql';
import { ErrorNote } from '../../../kit/error-note';
import { Panel } from '../../../kit/panel';
import { AlertEvaluation } from './alert-evaluation';

/** Evaluates the saved alert for the last finished day and shows the result. */
export function AlertTest({ alert }: { alert: { id: number; measure: string } }) {
  const { t } = useTranslation();
  const [test, { data, error, loading }] = useAlertTestLazyQuery({ fetchPolicy: 'no-cache' });
  const run = (): void => void test({ variables: { id: alert.id } });
  return (
    <Panel
      title={t('alerts.test')}
      lead={t('alerts.testLead')}
      actions={
        <Button icon={<ExperimentOutlined />} loading={loading} onClick={run}>
          {t('alerts.test')}
        </Button>
      }
    >
      {error && (
        <ErrorNote title={t('alerts.cantTest')} hint={t('list.errorHint')} error={error} retry={run} />
      )}
      {data && <AlertEvaluation evaluation={data.alertTest} measure={alert.measure} />}
    </Panel>
  );
}
