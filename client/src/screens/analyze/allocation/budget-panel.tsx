import { Button, InputNumber, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../../shared/catalog';
import { EXTRAPOLATION_FACTOR } from '../../../../../shared/domain/cost';
import { MultiSelect } from '../../../kit/multi-select';
import { metricValue, type ReportRow } from '../../../kit/report/answer';
import { useRowNames } from '../../../kit/report/use-row-names';
import { metricText } from '../../../kit/table/number-cell';
import { bases, MAX_BUDGET, type BudgetState } from './budget-state';
import { costKeyOf } from './simulation-state';

export interface BudgetPanelProps {
  budget: BudgetState;
  axes: readonly AxisKey[];
  rows: readonly ReportRow[] | undefined;
}

/** Asks how to spread a budget over the rows, and proposes it as the changes of the simulation. */
export function BudgetPanel({ budget, axes, rows }: BudgetPanelProps) {
  const { t } = useTranslation();
  const names = useRowNames();
  const { amount, basis, excluded, rest } = budget;
  const options = useMemo(
    () =>
      (rows ?? []).flatMap((row) => {
        const key = costKeyOf(row, axes);
        return key !== null && (metricValue(row, 'adCost') ?? 0) > 0
          ? [{ value: key, label: names.whole(row, axes) }]
          : [];
      }),
    [rows, axes, names],
  );
  const yen = (value: number): string => metricText(value, { unit: 'yen', showZero: true });
  return (
    <div className="ic-stack ic-gap-8" role="group" aria-label={t('allocation.budget.title')}>
      <div className="ic-row ic-wrap ic-gap-8-16">
        <label className="ic-row ic-gap-8 ic-nowrap ic-note">
          <span>{t('allocation.budget.amount')}</span>
          <InputNumber<number>
            style={{ width: 132 }}
            min={1}
            max={MAX_BUDGET}
            step={10_000}
            precision={0}
            value={amount}
            suffix={t('report.unitYen')}
            aria-label={t('allocation.budget.amount')}
            formatter={(value) => (value === undefined ? '' : Number(value).toLocaleString('en'))}
            parser={(text) => Number((text ?? '').normalize('NFKC').replace(/[^\d]/g, ''))}
            onChange={(value) => budget.setAmount(value ?? null)}
          />
        </label>
        <label className="ic-row ic-gap-8 ic-nowrap ic-note">
          <span>{t('allocation.budget.basis')}</span>
          <Select
            value={basis}
            aria-label={t('allocation.budget.basis')}
            popupMatchSelectWidth={false}
            options={bases.map((key) => ({ value: key, label: t(`measures.${key}.label`) }))}
            onChange={budget.setBasis}
          />
        </label>
        <label className="ic-row ic-gap-8 ic-max-wide ic-nowrap ic-note">
          <span>{t('allocation.budget.without')}</span>
          <MultiSelect<string[]>
            style={{ minWidth: 180, maxWidth: 320 }}
            value={[...excluded]}
            maxTagCount={1}
            aria-label={t('allocation.budget.without')}
            placeholder={t('allocation.budget.withoutNone')}
            popupMatchSelectWidth={320}
            options={options}
            onChange={budget.setExcluded}
          />
        </label>
        <Button type="primary" disabled={!rows || amount === null} onClick={budget.spread}>
          {t('allocation.budget.spread')}
        </Button>
      </div>
      <p className="ic-hint">
        {t('allocation.budget.hint', { measure: t(`measures.${basis}.label`), times: EXTRAPOLATION_FACTOR })}
        {rest > 0 && (
          <span role="alert" className="ic-warning">
            {' '}
            {t('allocation.budget.rest', { yen: yen(rest), times: EXTRAPOLATION_FACTOR })}
          </span>
        )}
      </p>
    </div>
  );
}
