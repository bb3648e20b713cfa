import { UndoOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { AdAnalyzeSimulationItem, findAxis, type AxisKey } from '../../../../../shared/catalog';
import { entriesOf } from '../../../../../shared/records';
import type { ReportRow } from '../../../kit/report/answer';
import { useRowNames } from '../../../kit/report/use-row-names';
import { ElasticityField } from './elasticity-field';
import { Scenarios } from './scenarios';
import { costKeyOf, type SimulatedRows } from './simulated-rows';
import styles from './simulation-panel.module.css';
import type { SimulationState } from './simulation-state';

export interface SimulationPanelProps {
  simulation: SimulationState;
  simulated: SimulatedRows;
  axes: readonly AxisKey[];
  rows: readonly ReportRow[] | undefined;
}

/** Names that are told of rows whose change is not applied. */
const MOST_NAMES = 3;

/** What is changed, how results follow, and what is taken for granted. */
export function SimulationPanel({ simulation, simulated, axes, rows }: SimulationPanelProps) {
  const { t } = useTranslation();
  const names = useRowNames();
  const { item, elasticity, changes, changesOf, applies } = simulation;
  const count = changes.size;
  const refused = [...simulated.refused].map((key) => (rows ?? []).find((row) => costKeyOf(row, axes) === key)).filter((row) => row !== undefined);
  const otherAxes = (changesOf ?? '').split(',').flatMap((name) => findAxis(name) ?? []).map((axis) => t(`report.axes.${axis}`));
  const shown = refused.slice(0, MOST_NAMES).map((row) => names.whole(row, axes)).join('、');
  const warnings = [
    !applies && t('allocation.otherAxes', { axes: otherAxes.join('・') }),
    refused.length > 0 && t('allocation.refused', { rows: refused.length > MOST_NAMES ? t('report.moreValues', { first: shown, count: refused.length - MOST_NAMES }) : shown }),
    simulated.missing > 0 && t('allocation.missing', { count: simulated.missing }),
  ].filter((warning) => warning !== false);
  return (
    <section className={styles.panel} aria-label={t('allocation.conditions')}>
      <div className={styles.row}>
        <label className={styles.field}>
          <span>{t('allocation.item')}</span>
          <Segmented
            value={item}
            aria-label={t('allocation.item')}
            options={entriesOf(AdAnalyzeSimulationItem).map(([name, value]) => ({ value, label: t(`enums.AdAnalyzeSimulationItem.${name}`) }))}
            onChange={simulation.setItem}
          />
        </label>
        <ElasticityField value={elasticity} onChange={simulation.setElasticity} />
        <span className={styles.count} role="status">
          {count > 0 && t('allocation.changedRows', { count })}
        </span>
        <Button icon={<UndoOutlined />} disabled={changesOf === undefined} onClick={simulation.reset}>
          {t('allocation.reset')}
        </Button>
        <Scenarios simulation={simulation} axes={axes} />
      </div>
      <p className={styles.assumption}>
        {elasticity > 0 ? t('allocation.follows', { elasticity }) : t('allocation.held')}
        {item === AdAnalyzeSimulationItem.AD_COST_UNAPPROVED && <span className={styles.further}>{t('allocation.withUnapproved')}</span>}
        {count === 0 && applies && <span className={styles.hint}>{t('allocation.noChanges')}</span>}
        {/* On the same line, so that nothing below moves when it comes and goes. */}
        <span role="alert">
          {warnings.map((warning) => (
            <span key={warning} className={styles.warning}>
              {warning}
            </span>
          ))}
        </span>
      </p>
    </section>
  );
}
