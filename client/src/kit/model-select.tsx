import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { AttributionModel, NewAndExistingEvaluation } from '../../../shared/catalog';
import { entriesOf } from '../../../shared/records';
import { modelName } from './model-name';

interface SelectProps<Value> {
  value: Value | null;
  disabled?: boolean;
  onChange: (value: Value | null) => void;
}

/** Select for the attribution model, each with an explanation. */
export function ModelSelect({ value, disabled = false, onChange }: SelectProps<number>) {
  const { t } = useTranslation();
  return (
    <Select
      value={value}
      disabled={disabled}
      aria-label={t('report.model')}
      popupMatchSelectWidth={320}
      optionLabelProp="title"
      options={entriesOf(AttributionModel).map(([name, model]) => ({
        value: model,
        label: modelName(t, name),
        title: t(`enums.AttributionModel.${name}`),
        hint: t(`report.modelHints.${name}`),
      }))}
      optionRender={({ data: option }) => (
        <div>
          <div>{option.label}</div>
          <div style={{ color: 'var(--ic-text-muted)', fontSize: 12, whiteSpace: 'normal' }}>
            {option.hint}
          </div>
        </div>
      )}
      style={{ minWidth: 120 }}
      onChange={onChange}
    />
  );
}

/** Wide enough for the longest name, so that nothing beside it moves while the value loads. */
const EVALUATION_WIDTH = 208;

/** Select for the evaluation of new and existing customers. */
export function EvaluationSelect({ value, onChange }: SelectProps<number>) {
  const { t } = useTranslation();
  return (
    <Select<number | null>
      value={value}
      aria-label={t('report.evaluation')}
      popupMatchSelectWidth={false}
      options={entriesOf(NewAndExistingEvaluation).map(([name, one]) => ({
        value: one,
        label: t(`enums.NewAndExistingEvaluation.${name}`),
      }))}
      style={{ minWidth: EVALUATION_WIDTH }}
      onChange={onChange}
    />
  );
}
