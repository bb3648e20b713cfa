import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMetricCell, type MetricCell } from '../../../../../shared/catalog';
import { formatNumber } from '../../../../../shared/format';
import { useAdConversionsQuery } from '../../../generated/graphql';
import { drillDownLogPath } from '../../../kit/drill-down-path';
import { logPaths } from '../../../kit/log/log-paths';
import { Panel } from '../../../kit/panel';
import { metricText } from '../../../kit/table/number-cell';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { PartState } from './part-state';
import { SmallTable } from './small-table';
import styles from './small-table.module.css';
import { ignored } from '../../../kit/ignored';

/** The latest conversions behind a metric value, with a link to the full list. */
export function Conversions({ drillDown }: { drillDown: MetricCell }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, previousData, error, refetch } = useAdConversionsQuery({
    variables: { productId, figure: [formatMetricCell(drillDown)] },
  });
  const rows = (data ?? previousData)?.conversions.results;
  const log = drillDownLogPath(productId, drillDown);
  return (
    <Panel
      title={t('overview.adPage.conversions')}
      lead={t('overview.adPage.conversionsLead')}
      actions={
        log && (
          <Link to={log}>
            {t('overview.adPage.openLog')} <RightOutlined aria-hidden="true" />
          </Link>
        )
      }
    >
      <PartState
        ready={rows !== undefined}
        error={error}
        failed={t('list.errorTitle')}
        retry={() => void refetch().catch(ignored)}
      >
        <SmallTable
          heads={['when', 'setting', 'touches', 'amount']}
          words={[1]}
          empty={rows?.length === 0 && t('overview.adPage.conversionsEmpty')}
        >
          {rows?.map(({ id, cvSettingId, cvTime, cvSetting, amount, touches }) => (
            <tr key={`${cvSettingId}/${id}`}>
              <th scope="row">
                <Link to={logPaths.conversion(id, cvSettingId)}>{formatDateTime(cvTime)}</Link>
              </th>
              <td className={styles.words}>{cvSetting?.label}</td>
              <td>{formatNumber(touches)}</td>
              <td>{metricText(amount, { unit: 'yen' })}</td>
            </tr>
          ))}
        </SmallTable>
      </PartState>
    </Panel>
  );
}
