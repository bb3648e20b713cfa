import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NewAndExistingEvaluation } from '../../../../shared/catalog';
import { entriesOf } from '../../../../shared/records';
import { BarField } from '../filter/filter-bar';
import type { ReportControls } from './use-report-state';

/** Which conversions count: new customers', all, or all with their history. The product's own until one is chosen. */
export function EvaluationChoice({ controls, used }: { controls: ReportControls; used: number | undefined }) {
  const { t } = useTranslation();
  return (
    <BarField label={t('report.evaluation')}>
      <Select
        value={controls.state.evaluation ?? used ?? null}
        aria-label={t('report.evaluation')}
        popupMatchSelectWidth={false}
        options={entriesOf(NewAndExistingEvaluation).map(([name, value]) => ({
          value,
          label: t(`enums.NewAndExistingEvaluation.${name}`),
        }))}
        style={{ minWidth: 120 }}
        onChange={(value) => controls.set({ evaluation: value === null ? null : String(value) })}
      />
    </BarField>
  );
}
