/**
 * First characters of Excel files, decoded in any encoding: `.xlsx` is a zip archive, `.xls` a compound file.
 */
const SIGNATURES = ['PK\u0003\u0004', 'ﾐﾏ\u0011', '\uFFFD\uFFFD\u0011', 'ÐÏ\u0011'] as const;

/** Returns whether a text is really an Excel workbook. */
export const isWorkbook = (text: string): boolean =>
  SIGNATURES.some((signature) => text.startsWith(signature));
