import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportScreen, type ReportDefinition } from '../../../kit/report/report-screen';
import { TERM_ITEM } from './measures';
import { useTermParts } from './parts';
import { useTermData } from './use-data';

/** Term trend: results and costs by day, week or month, compared with earlier periods. */
export function TermTrend() {
  const { t } = useTranslation();
  const report = useMemo<ReportDefinition>(
    () => ({
      page: 'term',
      title: t('menu.term'),
      lead: t('term.lead'),
      restPath: '/api/v1/analyses/time_series',
      defaults: { axes: [], sort: { key: 'period', ascending: true }, item: TERM_ITEM },
      noAxis: t('term.noAxis'),
      useData: useTermData,
      useParts: useTermParts,
    }),
    [t],
  );
  return <ReportScreen report={report} />;
}
