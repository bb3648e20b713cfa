import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { customIdOf } from '../../../../shared/catalog/custom-measure';
import { useCustomMeasuresQuery } from '../../generated/graphql';
import { useRight } from '../../session/use-right';
import { ALL_RATIOS } from '../report/own-ratios';

/** Parameters of a report's address that name measures. */
const NAMING = ['cols', 'sort', 'chart'] as const;

/** The ratios of one's own that a report's address names. */
export function ratiosIn(search: string): number[] {
  const parameters = new URLSearchParams(search);
  const names = NAMING.flatMap((name) => (parameters.get(name) ?? '').split(','));
  return [...new Set(names.flatMap((name) => customIdOf(name.replace(/^-/, '')) ?? []))];
}

/** Says which ratios of a view that is to be shared its other readers will not see, where there are any. @param search the view's address */
export function UnsharedRatios({ search }: { search: string }) {
  const { t } = useTranslation();
  const ids = ratiosIn(search);
  const skip = useRight('custom_measures') === 'none' || ids.length === 0;
  const { data } = useCustomMeasuresQuery({ variables: { page: 1, pageSize: ALL_RATIOS }, skip });
  const titles = data?.customMeasures.results.flatMap(({ id, shared, title }) => (!shared && ids.includes(id) ? [title] : [])) ?? [];
  if (titles.length === 0) return null;
  return <Alert type="warning" showIcon role="status" style={{ marginTop: 8 }} title={t('views.unsharedRatios', { titles: titles.map((title) => t('views.quoted', { title })).join(t('views.between')) })} />;
}
