import { useTranslation } from 'react-i18next';
import { measureOf } from '../../../../shared/catalog';
import { isCeiling, targetKeys, targetMeasures, type TargetKey } from '../../../../shared/catalog/target';
import { StatusTag, type Tone } from '../status-tag';
import { metricText } from '../table/number-cell';
import { metricValue, type ReportRow } from './answer';
import { achievementOf, bandText, targetValue } from './target-columns';
import styles from './target-table.module.css';

type Outlook = 'reached' | 'missed' | 'within' | 'over' | 'close';

const TONES: Readonly<Record<Outlook, Tone>> = {
  reached: 'good',
  within: 'good',
  missed: 'bad',
  over: 'bad',
  close: 'waiting',
};

/** Returns whether the landing meets the target; close if the band contains both. Undefined without a landing. */
function outlookOf(row: ReportRow, key: TargetKey): Outlook | undefined {
  const [target, landing] = [targetValue(row, 'targets', key), targetValue(row, 'landing', key)];
  if (target === null || landing === null) return undefined;
  const ceiling = isCeiling(key);
  if (ceiling ? landing <= target : landing >= target) return ceiling ? 'within' : 'reached';
  const bound = targetValue(row, ceiling ? 'landingLow' : 'landingHigh', key);
  if (bound !== null && (ceiling ? bound <= target : bound >= target)) return 'close';
  return ceiling ? 'over' : 'missed';
}

/** Targets of a month with their state: actual value, achievement, landing with its band, and outlook. */
export function TargetTable({ total }: { total: ReportRow | undefined }) {
  const { t } = useTranslation();
  const keys = total ? targetKeys.filter((key) => targetValue(total, 'targets', key) !== null) : [];
  if (!total || keys.length === 0) return null;
  const title = t('targets.title');
  return (
    <div className="ic-card ic-scroll-x ic-mt-12">
      <table className={`ic-table ic-table-end ${styles.table}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('report.targetColumns.targets')}</th>
            <th scope="col">{t('targets.actual')}</th>
            <th scope="col">{t('report.targetColumns.achievement')}</th>
            <th scope="col">{t('report.targetColumns.landing')}</th>
            <th scope="col">{t('report.targetColumns.pace')}</th>
            <th scope="col" className="ic-start">
              {t('targets.outlook')}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <TargetRow key={key} name={key} total={total} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TargetRow({ name, total }: { name: TargetKey; total: ReportRow }) {
  const { t } = useTranslation();
  const measure = targetMeasures[name];
  const { unit } = measureOf(measure);
  const text = (value: number | null): string => metricText(value, { unit });
  const percent = (value: number | null): string => metricText(value, { unit: 'ratio', decimals: 1 });
  const achievement = achievementOf(total, name);
  const outlook = outlookOf(total, name);
  const band = bandText(total, name);
  return (
    <tr>
      <th scope="row">{t(`measures.${measure}.label`)}</th>
      <td data-label={t('report.targetColumns.targets')}>{text(targetValue(total, 'targets', name))}</td>
      <td data-label={t('targets.actual')}>{text(metricValue(total, measure))}</td>
      <td data-label={t('report.targetColumns.achievement')}>
        {achievement !== null && (
          <span className={styles.bar} aria-hidden="true">
            <i style={{ width: `${Math.min(1, achievement) * 100}%` }} />
          </span>
        )}
        {percent(achievement)}
      </td>
      <td data-label={t('report.targetColumns.landing')} className={styles.landing}>
        {band && (
          <span className={`ic-hint ${styles.band}`} title={t('targets.band', { band })}>
            {band}
          </span>
        )}
        <strong className="ic-strong">{text(targetValue(total, 'landing', name))}</strong>
      </td>
      <td data-label={t('report.targetColumns.pace')}>{percent(targetValue(total, 'pace', name))}</td>
      <td className="ic-start">
        {outlook && <StatusTag tone={TONES[outlook]}>{t(`targets.outlooks.${outlook}`)}</StatusTag>}
      </td>
    </tr>
  );
}
