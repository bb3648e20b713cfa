import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReportControls } from '../../../kit/report/use-report-state';

const SIDE = 'side';
const DIFFERENCE = 'difference';

/** Returns true if differences replace the model range beside the bars. */
export const showsDifference = (controls: ReportControls): boolean => controls.parameter(SIDE) === DIFFERENCE;

/** Selects the chart beside the bars. */
export function SideChoice({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  return (
    <Segmented
      size="small"
      aria-label={t('attribution.side')}
      value={showsDifference(controls) ? DIFFERENCE : 'range'}
      options={[
        { value: 'range', label: t('attribution.range') },
        { value: DIFFERENCE, label: t('attribution.difference') },
      ]}
      onChange={(side) => controls.set({ [SIDE]: side === DIFFERENCE ? side : null })}
    />
  );
}
