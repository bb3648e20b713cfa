import { Input, Alert } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../form/field-frame';
import { parseCustomMeasureId } from '../../../../shared/catalog/evaluate';
import { useCustomMeasuresQuery } from '../../generated/graphql';
import { useRight } from '../../session/rights';
import { MAX_CUSTOM_MEASURES } from '../report/custom-measures';

/** Field for the name of a view; a name is required. */
export function ViewNameField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="ic-mb-16">
      <FieldFrame id={id} label={t('views.name')} required typed={{ value, max: 255 }} error={error}>
        <Input
          id={id}
          autoFocus
          aria-required
          value={value}
          status={error ? 'error' : ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
      </FieldFrame>
    </div>
  );
}

/** Parameters of a report's address that name measures. */
const MEASURE_PARAMETERS = ['cols', 'sort', 'chart'] as const;

/** Returns the measures in a report's address: columns, sort order and chart. */
export function measuresInAddress(search: string): string[] {
  const parameters = new URLSearchParams(search);
  return MEASURE_PARAMETERS.flatMap((name) => (parameters.get(name) ?? '').split(','));
}

/** Returns the ids of the custom measures among the names, including descending sort orders (`-custom_1`). */
export const customMeasureIdsIn = (names: readonly string[]): number[] => [
  ...new Set(names.flatMap((name) => parseCustomMeasureId(name.replace(/^-/, '')) ?? [])),
];

/**
 * Warning about custom measures that other readers of a shared view can't see; renders nothing if there are
 * none.
 * @param names the measures that the view shows
 */
export function UnsharedMeasures({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const ids = customMeasureIdsIn(names);
  const skip = useRight('custom_measures') === 'none' || ids.length === 0;
  const { data } = useCustomMeasuresQuery({ variables: { page: 1, pageSize: MAX_CUSTOM_MEASURES }, skip });
  const titles =
    data?.customMeasures.results.flatMap(({ id, shared, title }) =>
      !shared && ids.includes(id) ? [title] : [],
    ) ?? [];
  if (titles.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      style={{ marginTop: 8 }}
      title={t('views.unsharedRatios', {
        titles: titles.map((title) => t('views.quoted', { title })).join(t('views.between')),
      })}
    />
  );
}
