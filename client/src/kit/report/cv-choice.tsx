import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session-context';
import { BarField } from '../filter/filter-bar';
import { MultiSelect } from '../multi-select';
import type { ReportControls } from './use-report-state';

/** Selects the CV settings that the CVR counts; all final conversions by default. */
export function CvChoice({ controls, label, all }: { controls: ReportControls; label: string; all: string }) {
  const { t } = useTranslation();
  const { selections } = useSession();
  return (
    <BarField label={label}>
      <MultiSelect<number[]>
        value={[...controls.state.cvSettingIds]}
        aria-label={label}
        placeholder={all}
        maxTagCount={1}
        allowClear={{ clearIcon: <span aria-label={t('report.clearFilters')}>×</span> }}
        popupMatchSelectWidth={false}
        options={selections.cvSetting.map(({ id, label: name }) => ({ value: id, label: name }))}
        style={{ minWidth: 168 }}
        onChange={(ids) => controls.set({ cv: ids.join(',') })}
      />
    </BarField>
  );
}
