import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../../shared/catalog';
import type { DayRange, TermPeriodUnit } from '../../../../../shared/domain/calendar';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { TOPS, topOf, isTooFine, UNITS } from './periods';

const UNIT_NAMES = { day: 'DAY', week: 'WEEK', month: 'MONTH' } as const;

/** Selects days, weeks or months. Disables units with too many periods for the range. */
export function UnitChoice({
  controls,
  unit,
  range,
}: {
  controls: ReportControls;
  unit: TermPeriodUnit;
  range: DayRange;
}) {
  const { t } = useTranslation();
  return (
    <Segmented<TermPeriodUnit>
      aria-label={t('term.unit')}
      value={unit}
      options={UNITS.map((value) => ({
        value,
        label: t(`enums.TermPeriodUnit.${UNIT_NAMES[value]}`),
        disabled: isTooFine(value, range),
        ...(isTooFine(value, range) && { title: t('term.tooFine') }),
      }))}
      onChange={(value) => controls.set({ unit: value })}
    />
  );
}

/** Selects how many axis values are shown separately from the rest. */
export function TopChoice({ controls, axes }: { controls: ReportControls; axes: readonly AxisKey[] }) {
  const { t } = useTranslation();
  const top = topOf(controls, axes);
  if (!top) return null;
  return (
    <Select
      value={top.top}
      aria-label={t('term.top')}
      popupMatchSelectWidth={false}
      options={TOPS.map((value) => ({ value, label: t('term.topCount', { count: value }) }))}
      onChange={(value) => controls.set({ top: String(value) })}
    />
  );
}

export type Style = 'line' | 'stacked';

/** Selects lines or stacked areas. Ratios and means can't be stacked. */
export function StyleChoice({
  controls,
  style,
  stackable,
}: {
  controls: ReportControls;
  style: Style;
  stackable: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Segmented<Style>
      size="small"
      aria-label={t('report.view')}
      value={style}
      options={[
        { value: 'line', label: t('term.line') },
        {
          value: 'stacked',
          label: t('term.stacked'),
          disabled: !stackable,
          ...(stackable ? {} : { title: t('term.notStackable') }),
        },
      ]}
      onChange={(view) => controls.set({ view: view === 'stacked' ? null : view })}
    />
  );
}
