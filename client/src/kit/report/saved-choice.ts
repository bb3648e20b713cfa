import { axisName, type AxisKey } from '../../../../shared/catalog';
import { defineStored, type Stored } from '../../preferences/stored';

/** What a user chose to see on an analysis page; kept per user and page, and renewed by use. */
export interface SavedChoice {
  axes?: readonly AxisKey[];
  /** Attributes of the ad beside the axes. */
  attributes?: readonly AxisKey[];
  /** Whether the tiny trends of rows are shown; absent: where there is room. */
  trend?: boolean;
  item?: string;
  columns?: readonly string[] | undefined;
  /** Widths of columns that were dragged, pixels. */
  widths?: Readonly<Record<string, number>>;
}

/** The stored choice of one page; `hideAxisConfig` is the specification's name of this key. */
export const savedChoice = (page: string): Stored<SavedChoice> =>
  defineStored<SavedChoice>({ name: `hideAxisConfig_${page}`, version: 1, sliding: true });

/** Axes as they stand in the address. */
export const axisText = (axes: readonly AxisKey[]): string => axes.map(axisName).join(',');

/** What stands for no axis at all, where absence stands for the usual ones. */
const NO_AXES = 'none';

/** Attributes as they stand in the address. */
export const attributesText = (attributes: readonly AxisKey[]): string => axisText(attributes) || NO_AXES;

/** A stored choice as the address states it. */
export const choiceParameters = (saved: SavedChoice | undefined): Record<string, string> => ({
  ...(saved?.axes ? { axis: axisText(saved.axes) } : {}),
  ...(saved?.attributes ? { attrs: attributesText(saved.attributes) } : {}),
  ...(saved?.trend === undefined ? {} : { trend: saved.trend ? '1' : '0' }),
  ...(saved?.item === undefined ? {} : { item: saved.item }),
  ...(saved?.columns ? { cols: saved.columns.join(',') } : {}),
});
