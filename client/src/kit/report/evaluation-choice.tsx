import { useTranslation } from 'react-i18next';
import { BarField } from '../filter/filter-bar';
import { EvaluationSelect } from '../model-select';
import type { ReportControls } from './use-report-state';

/**
 * Selects which conversions count: new customers only, all, or all with their history. Defaults to the
 * product's setting.
 */
export function EvaluationChoice({ controls, used }: { controls: ReportControls; used: number | undefined }) {
  const { t } = useTranslation();
  return (
    <BarField label={t('report.evaluation')}>
      <EvaluationSelect
        value={controls.state.evaluation ?? used ?? null}
        onChange={(value) => controls.set({ evaluation: value === null ? null : String(value) })}
      />
    </BarField>
  );
}
