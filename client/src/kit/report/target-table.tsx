import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { measureOf } from '../../../../shared/catalog';
import { isCeiling, targetKeys, targetMeasures, type TargetKey } from '../../../../shared/catalog/target';
import { StatusTag, type Tone } from '../status-tag';
import { metricText } from '../table/number-cell';
import { metricValue, type ReportRow } from './answer';
import { achievementOf, bandText, targetValue } from './target-columns';
import styles from './target-table.module.css';
import type { Folded } from './use-folded';

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

const keysOf = (total: ReportRow | undefined): readonly TargetKey[] =>
  total ? targetKeys.filter((key) => targetValue(total, 'targets', key) !== null) : [];

function OutlookTag({ outlook }: { outlook: Outlook }) {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[outlook]}>{t(`targets.outlooks.${outlook}`)}</StatusTag>;
}

/** Outlooks of the targets on one line, which unfolds the table. */
export function TargetStrip({ total, folded }: { total: ReportRow | undefined; folded: Folded }) {
  const { t } = useTranslation();
  const keys = keysOf(total);
  if (!total || keys.length === 0) return null;
  const isOpen = !folded.isFolded('targets');
  return (
    <div>
      <button
        type="button"
        className={`ic-card ic-row ic-wrap ic-gap-4-12 ic-wide ic-p-8-16 ic-pointer ic-text-13 ${styles.strip}`}
        aria-expanded={isOpen}
        onClick={() => folded.toggle('targets')}
      >
        {isOpen ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
        <span className="ic-strong">{t('targets.title')}</span>
        {keys.map((key) => {
          const outlook = outlookOf(total, key);
          return (
            outlook && (
              <span key={key} className="ic-inline-row ic-gap-8 ic-nowrap">
                <span className="ic-secondary">{t(`measures.${targetMeasures[key]}.label`)}</span>
                <OutlookTag outlook={outlook} />
              </span>
            )
          );
        })}
      </button>
      {isOpen && <TargetTable total={total} />}
    </div>
  );
}

/** Targets of a month with their state: actual value, achievement, landing with its band, and outlook. */
export function TargetTable({ total }: { total: ReportRow | undefined }) {
  const { t } = useTranslation();
  const keys = keysOf(total);
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
      <td className="ic-start">{outlook && <OutlookTag outlook={outlook} />}</td>
    </tr>
  );
}
