import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { AttributionModel } from '../../../../shared/catalog';
import { entriesOf } from '../../../../shared/records';
import { BarField } from '../filter/filter-bar';
import type { ReportControls } from './use-report-state';

const MODELS = entriesOf(AttributionModel);

/** Which model shares out the credit; the product's own until another is chosen. */
export function ModelChoice(props: { controls: ReportControls; used: number | undefined; disabled?: boolean }) {
  const { t } = useTranslation();
  const { controls, used, disabled = false } = props;
  const value = controls.state.model ?? used;
  return (
    <BarField label={t('report.model')}>
      <Select
        value={value ?? null}
        disabled={disabled}
        aria-label={t('report.model')}
        popupMatchSelectWidth={320}
        optionLabelProp="label"
        options={MODELS.map(([name, model]) => ({
          value: model,
          label: t(`enums.AttributionModel.${name}`),
          hint: t(`report.modelHints.${name}`),
        }))}
        optionRender={({ data: option }) => (
          <div>
            <div>{option.label}</div>
            <div style={{ color: 'var(--ic-text-muted)', fontSize: 12, whiteSpace: 'normal' }}>{option.hint}</div>
          </div>
        )}
        style={{ minWidth: 120 }}
        onChange={(model) => controls.set({ model: model === null ? null : String(model) })}
      />
    </BarField>
  );
}
