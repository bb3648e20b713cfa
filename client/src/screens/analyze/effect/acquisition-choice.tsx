import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { BarField } from '../../../kit/filter/filter-bar';
import { DateRange } from '../../../kit/period/date-range';
import type { ReportControls } from '../../../kit/report/use-report-state';
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
