/** Widths of columns that were dragged, pixels by column key. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The parameter of an address that states them. */
export const WIDTHS = 'widths';

/** What a column may be dragged to, by an address as by hand. */
const MIN_WIDTH = 40;
const MAX_WIDTH = 2000;

/** Widths as an address states them: `ad.320,cpa.96`; null for none. */
export function widthsText(widths: ColumnWidths | undefined): string | null {
  return (
    Object.entries(widths ?? {})
      .map(([key, width]) => `${key}.${Math.round(width)}`)
      .join(',') || null
  );
}

/** Reads them; what is none is left out. */
export const readWidths = (text: string): ColumnWidths =>
  Object.fromEntries(
    text.split(',').flatMap((part): [string, number][] => {
      const [, key = '', width = ''] = /^([a-z]\w{0,60})\.(\d{2,4})$/i.exec(part) ?? [];
      return key === '' ? [] : [[key, Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Number(width)))]];
    }),
  );
