/** Pixel widths of dragged columns by key. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** URL parameter for column widths. */
export const WIDTHS = 'widths';

/** Limits of a column width, for dragging and URLs. */
const MIN_WIDTH = 40;
const MAX_WIDTH = 2000;

/** Formats widths for the URL: `ad.320,cpa.96`; null for none. */
export function widthsText(widths: ColumnWidths | undefined): string | null {
  return (
    Object.entries(widths ?? {})
      .map(([key, width]) => `${key}.${Math.round(width)}`)
      .join(',') || null
  );
}

/** Parses widths; invalid parts are skipped. */
export const readWidths = (text: string): ColumnWidths =>
  Object.fromEntries(
    text.split(',').flatMap((part): [string, number][] => {
      const [, key = '', width = ''] = /^([a-z]\w{0,60})\.(\d{2,4})$/i.exec(part) ?? [];
      return key === '' ? [] : [[key, Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Number(width)))]];
    }),
  );
