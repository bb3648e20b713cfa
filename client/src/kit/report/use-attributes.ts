import { useTranslation } from 'react-i18next';
import { attributesForAxes, axisName, type AxisKey } from '../../../../shared/catalog';
import type { ColumnItem } from '../columns/column-chooser';
import type { ReportControls } from './use-report-state';
import { visibleAttributes } from './visible';

/**
 * Returns the attributes of a report's rows, for its table and its column chooser. `toggle` shows or hides some,
 * and returns false if no key names one.
 * @param offered attributes that the rows have
 */
export function useAttributes(
  page: string,
  { state, setAttributes }: ReportControls,
  offered: readonly AxisKey[] = attributesForAxes(state.axes),
) {
  const { t } = useTranslation();
  const visible = visibleAttributes(page, state, offered);
  return {
    visible,
    items: offered.map((axis): ColumnItem => ({
      key: axisName(axis),
      title: t(`report.axes.${axis}`),
      group: t('report.columnGroups.attributes'),
    })),
    toggle(keys: readonly string[], on: boolean): boolean {
      const touched = offered.filter((axis) => keys.includes(axisName(axis)));
      if (touched.length === 0) return false;
      setAttributes(offered.filter((axis) => (touched.includes(axis) ? on : visible.includes(axis))));
      return true;
    },
  };
}
