import { useMemo } from 'react';
import { axisOf, type AxisKey } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { useThemeName } from '../../theme/theme-provider';
import { SERIES } from '../../theme/tokens';
import { rowOnAxis, type ReportRow } from './answer';

/** Assigns a colour to each ad network by the order of ids, so it is the same on every screen. */
export function aspColourMap(
  aspIds: readonly number[],
  series: readonly string[],
): ReadonlyMap<string, string> {
  const ordered = [...aspIds].sort((a, b) => a - b);
  return new Map(ordered.map((id, index) => [String(id), series[index % series.length] ?? '']));
}

/** Returns the colours of ad network rows; undefined on other axes. */
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
