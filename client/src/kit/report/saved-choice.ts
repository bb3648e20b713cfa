import { axisName, type AxisKey } from '../../../../shared/catalog';
import { defineStored, type Stored } from '../../preferences/stored';

/** A user's view choices for an analysis page; stored per user and page, and renewed by use. */
export interface SavedChoice {
  axes?: readonly AxisKey[];
  /** Attributes of the ad beside the axes. */
  attributes?: readonly AxisKey[];
  /** Whether row trends are visible; undefined means if there is room. */
  trend?: boolean;
  item?: string;
  columns?: readonly string[] | undefined;
  /** Pixel widths of dragged columns. */
  widths?: Readonly<Record<string, number>>;
}

/** Stored choice of one page; `hideAxisConfig` is the key in the specification. */
export const savedChoice = (page: string): Stored<SavedChoice> =>
  defineStored<SavedChoice>({ name: `hideAxisConfig_${page}`, version: 1, sliding: true });

/** Formats axes for the URL. */
export const axisText = (axes: readonly AxisKey[]): string => axes.map(axisName).join(',');

/** URL value for no axes, because absence means the default axes. */
const NO_AXES = 'none';

/** Formats attributes for the URL. */
export const attributesText = (attributes: readonly AxisKey[]): string => axisText(attributes) || NO_AXES;

/** Converts a stored choice to URL parameters. */
export const choiceParameters = (saved: SavedChoice | undefined): Record<string, string> => ({
  ...(saved?.axes ? { axis: axisText(saved.axes) } : {}),
  ...(saved?.attributes ? { attrs: attributesText(saved.attributes) } : {}),
  ...(saved?.trend === undefined ? {} : { trend: saved.trend ? '1' : '0' }),
  ...(saved?.item === undefined ? {} : { item: saved.item }),
  ...(saved?.columns ? { cols: saved.columns.join(',') } : {}),
});
