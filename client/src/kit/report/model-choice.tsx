import { useTranslation } from 'react-i18next';
import { BarField } from '../filter/filter-bar';
import { ModelSelect } from '../model-select';
import type { ReportControls } from './use-report-state';

/** Selects the attribution model; defaults to the product's setting. */
export function ModelChoice({
  controls,
  used,
  disabled = false,
}: {
  controls: ReportControls;
  used: number | undefined;
  disabled?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <BarField label={t('report.model')}>
      <ModelSelect
        value={controls.state.model ?? used ?? null}
        disabled={disabled}
        onChange={(model) => controls.set({ model: model === null ? null : String(model) })}
      />
    </BarField>
  );
}
