import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AdKind } from '../../session/ad-names';
import { useNames } from '../../session/use-names';
import { useAxisFields } from './axis-choices';
import styles from './drill-bar.module.css';
import type { DrillStep } from './drill';
import type { ReportControls } from './use-report-state';

/** Breadcrumbs of the drill-down path with links back to every level. */
export function DrillBar({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  const { path, axes } = controls.state;
  const { nameOf: nameOnAxis } = useAxisFields();
  const idsOn = (kind: AdKind) => path.flat().flatMap(({ axis, id }) => (axis === kind ? [id] : []));
  useNames('ad', idsOn('ad'));
  useNames('redirect', idsOn('redirect'));
  if (path.length === 0) return null;
  const nameOf = (step: DrillStep): string => step.map(({ axis, id }) => nameOnAxis(axis, id)).join(' / ');
  return (
    <nav className={styles.bar} aria-label={t('report.drillPath')}>
      <Button
        size="small"
        type="text"
        icon={<ArrowLeftOutlined />}
        aria-label={t('report.drillBack')}
        onClick={() => controls.drillTo(path.length - 1)}
      />
      <ol className={styles.path}>
        <li>
          <button type="button" className={styles.level} onClick={() => controls.drillTo(0)}>
            {t('report.top')}
          </button>
        </li>
        {path.map((step, index) => (
          <li key={`${index}-${nameOf(step)}`}>
            <span className={styles.axis}>
              {step.map(({ axis }) => t(`report.axes.${axis}`)).join(' / ')}
            </span>
            {index === path.length - 1 ? (
              <strong aria-current="location">{nameOf(step)}</strong>
            ) : (
              <button type="button" className={styles.level} onClick={() => controls.drillTo(index + 1)}>
                {nameOf(step)}
              </button>
            )}
          </li>
        ))}
        <li className={styles.by}>{axes.map((axis) => t(`report.axes.${axis}`)).join(' × ')}</li>
      </ol>
    </nav>
  );
}
