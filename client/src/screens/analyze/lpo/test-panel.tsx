import { SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { Panel } from '../../../kit/panel';
import type { MetricLinks } from '../../../kit/report/drill-down-links';
import { useRight } from '../../../session/use-right';
import { DeliveryNote } from './delivery-note';
import styles from './test-panel.module.css';
import type { TestView } from './tests';
import { VariantTable } from './variant-table';
import { VerdictNote } from './verdict-note';

export interface TestPanelProps {
  view: TestView;
  range: DayRange;
  onRange: (range: DayRange) => void;
  /** Links from a variant's metric values to the rows behind them. */
  opens: MetricLinks | undefined;
}

/** Split test with its verdict, delivery check and variants. */
export function TestPanel({ view, range, onRange, opens }: TestPanelProps) {
  const { t } = useTranslation();
  const canViewRedirects = useRight('redirects') !== 'none';
  return (
    <Panel
      title={view.name}
      lead={t('lpo.summary', { clicks: view.clicks, cvs: view.cvs })}
      actions={
        canViewRedirects && (
          <Link data-screen-only to={`/ad/redirect-setting/${view.redirectId}`} className={styles.settings}>
            <SettingOutlined aria-hidden="true" /> {t('lpo.settings')}
          </Link>
        )
      }
    >
      <div className={styles.notes}>
        <VerdictNote view={view} />
        {view.verdict.state !== 'idle' && <DeliveryNote view={view} range={range} onRange={onRange} />}
      </div>
      {view.verdict.state !== 'idle' && <VariantTable view={view} opens={opens} />}
    </Panel>
  );
}
