import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  DisplayPeriod,
  transitionMeasureKeys,
  type TransitionMeasureKey,
} from '../../../../../shared/catalog';
import { entriesOf } from '../../../../../shared/records';
import { BarField } from '../../../kit/filter/filter-bar';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { DateRange } from '../../../kit/period/date-range';
import { dayText } from '../../../kit/tokyo-date';
import { useWeekStart } from '../../../session/session-context';
import { acquisitionSpans, type Acquisition, type AcquisitionSpan } from './use-acquisition';

const NO_DAYS = { period: null, from: null, to: null };

/** Selects the acquisition months: the latest ones or a date range. */
export function AcquisitionChoice({
  acquisition: { span, range },
  controls,
}: {
  acquisition: Acquisition;
  controls: ReportControls;
}) {
  const { t } = useTranslation();
  const weekStart = useWeekStart();
  const labelOf = (each: AcquisitionSpan): string =>
    each === 'custom' ? t('report.presets.custom') : t('effect.lastMonths', { count: Number(each) });
  return (
    <>
      <BarField label={t('effect.columns.acquisitionMonth')}>
        <Select<AcquisitionSpan>
          value={span}
          aria-label={t('effect.columns.acquisitionMonth')}
          popupMatchSelectWidth={false}
          options={acquisitionSpans.map((value) => ({ value, label: labelOf(value) }))}
          style={{ minWidth: 128 }}
          onChange={(next) =>
            controls.set(
              next === 'custom'
                ? { acquired: null, from: dayText(range.from), to: dayText(range.to), page: null }
                : { ...NO_DAYS, acquired: next, page: null },
            )
          }
        />
      </BarField>
      {span === 'custom' && (
        <DateRange
          period={{ preset: 'custom', range }}
          weekStart={weekStart}
          onChange={(period) => controls.setPeriod(period, 'none')}
        />
      )}
    </>
  );
}

/** Selects the measure of the months. Shows a list if there is no room for buttons. */
export function MeasureChoice({
  controls,
  measure,
  narrow,
}: {
  controls: ReportControls;
  measure: TransitionMeasureKey;
  narrow: boolean;
}) {
  const { t } = useTranslation();
  const options = transitionMeasureKeys.map((value) => ({ value, label: t(`effect.measures.${value}`) }));
  const choose = (view: TransitionMeasureKey): void => controls.set({ view, sort: null, page: null });
  return narrow ? (
    <Select<TransitionMeasureKey>
      aria-label={t('effect.measure')}
      value={measure}
      options={options}
      onChange={choose}
      style={{ minWidth: 140 }}
    />
  ) : (
    <Segmented<TransitionMeasureKey>
      aria-label={t('effect.measure')}
      value={measure}
      options={options}
      onChange={choose}
    />
  );
}

/** Selects the number of months after acquisition. */
export function DisplayChoice({ controls, display }: { controls: ReportControls; display: number }) {
  const { t } = useTranslation();
  return (
    <BarField label={t('effect.display')}>
      <Segmented<number>
        aria-label={t('effect.display')}
        value={display}
        options={entriesOf(DisplayPeriod).map(([name, value]) => ({
          value,
          label: t(`enums.DisplayPeriod.${name}`),
        }))}
        onChange={(item) => controls.set({ item: String(item) })}
      />
    </BarField>
  );
}
