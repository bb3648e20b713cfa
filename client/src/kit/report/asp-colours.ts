import { useMemo } from 'react';
import { axisOf, type AxisKey } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { useThemeName } from '../../theme/theme-provider';
import { SERIES } from '../../theme/tokens';
import { rowOnAxis, type ReportRow } from './answer';

/** Colour of each ad network by its place among the product's networks in the order of their ids: the same on every screen. */
export function aspColourMap(
  aspIds: readonly number[],
  series: readonly string[],
): ReadonlyMap<string, string> {
  const ordered = [...aspIds].sort((a, b) => a - b);
  return new Map(ordered.map((id, index) => [String(id), series[index % series.length] ?? '']));
}

/** Colours of rows where they stand for ad networks; undefined on all other axes. */
export function useAspColours(
  axes: readonly AxisKey[],
): ((row: { row: ReportRow }) => string | undefined) | undefined {
  const { selections } = useSession();
  const series = SERIES[useThemeName()];
  return useMemo(() => {
    if (!axes[0] || !axisOf(axes[0]).coloured) return undefined;
    const colours = aspColourMap(
      selections.asp.map(({ id }) => id),
      series,
    );
    return ({ row }: { row: ReportRow }) => colours.get(rowOnAxis(row, 'asp').id ?? '');
  }, [axes, selections.asp, series]);
}
