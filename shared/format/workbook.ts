/** How files of Excel begin, as text of any encoding: `.xlsx` is a zip archive, `.xls` a compound file. */
const SIGNATURES = ['PK\u0003\u0004', 'ﾐﾏ\u0011', '\uFFFD\uFFFD\u0011', 'ÐÏ\u0011'] as const;

/** Whether what was given as a table of text is a workbook. */
export const isWorkbook = (text: string): boolean =>
  SIGNATURES.some((signature) => text.startsWith(signature));
