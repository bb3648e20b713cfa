import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { StateNote } from '../states';
import type { ReportControls } from './use-report-state';

/** Empty state of a report: states the reason and offers a way to data. */
export function EmptyRows({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  const { state, setSearch, setPeriod, clearFilters } = controls;
  const title = t('report.emptyTitle');
  if (state.search)
    return (
      <StateNote
        title={title}
        hint={t('report.emptySearch')}
        action={<Button onClick={() => setSearch('')}>{t('report.clearSearch')}</Button>}
      />
    );
  const isToday = state.period.preset === 'today';
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <StateNote
      title={title}
      hint={t(isToday ? 'report.emptyToday' : 'report.emptyHint')}
      action={
        <>
          {isToday && (
            <Button onClick={() => setPeriod({ preset: 'd30' }, state.comparison)}>
              {t('report.emptyShow', { period: t('report.presets.d30') })}
            </Button>
          )}{' '}
          {isFiltered && <Button onClick={clearFilters}>{t('report.emptyReset')}</Button>}
        </>
      }
    />
  );
}
