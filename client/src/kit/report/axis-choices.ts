import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { axisOf, deviceNames, type AxisKey } from '../../../../shared/catalog';
import { adKindOf } from '../../session/ad-names';
import { useSession, type Selections } from '../../session/session-context';
import type { FilterField, FilterValues } from '../filter/filter-field';
import { filterAxes, filterParameter, type AxisFilters } from './axes';
import { useDeviceLabel } from './use-device-label';

type Choice = FilterField['choices'][number];
const choices = (items: readonly { id: number; label: string }[]): Choice[] =>
  items.map(({ id, label }) => ({ value: String(id), label }));

/** Returns the filter choices of an axis. */
function choicesOf(axis: AxisKey, selections: Selections, deviceLabel: (name: string) => string): Choice[] {
  const { choices: list, dimension } = axisOf(axis);
  if (list === null) return [];
  if (list === 'device')
    return Object.values(deviceNames).map((name) => ({ value: name, label: deviceLabel(name) }));
  if (list === 'adType')
    return choices(selections.adType.filter(({ sequence }) => sequence === dimension?.sequence));
  return choices(selections[list]);
}

/** Returns the filters of a report by URL parameter. */
export const filterValues = (filters: AxisFilters): FilterValues =>
  Object.fromEntries(
    filterAxes.flatMap((axis) => (filters[axis] ? [[filterParameter(axis), filters[axis]]] : [])),
  );

export interface AxisFields {
  /** Fields that reports can be filtered by. */
  fields: readonly FilterField[];
  /** Returns the name of an id on an axis; `#id` if unknown. */
  nameOf: (axis: AxisKey, id: string) => string;
}

/** Returns the axes as filter fields with their choices. */
export function useAxisFields(): AxisFields {
  const { t } = useTranslation();
  const { selections } = useSession();
  const deviceLabel = useDeviceLabel();
  return useMemo(() => {
    const byAxis = new Map(filterAxes.map((axis) => [axis, choicesOf(axis, selections, deviceLabel)]));
    return {
      fields: filterAxes.map((axis) => ({
        name: filterParameter(axis) ?? axis,
        label: t(`report.axes.${axis}`),
        choices: byAxis.get(axis) ?? [],
        search: adKindOf(axisOf(axis).choices),
      })),
      nameOf: (axis, id) => byAxis.get(axis)?.find(({ value }) => value === id)?.label ?? `#${id}`,
    };
  }, [selections, deviceLabel, t]);
}
