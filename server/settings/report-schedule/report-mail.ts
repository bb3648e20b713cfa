import { formatDateTime } from '../../../shared/format';
import { translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { Cell, Row } from '../../export/csv';
import type { Mail } from '../../mail/mailer';

/** The table of a report's file, as the mail shows it. */
export interface MailedTable {
  readonly name: string;
  /** The heading of the file: its title, then names with values. */
  readonly heading: readonly Row[];
  readonly header: readonly string[];
  /** REST names of the columns. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The total row, if the report has one. */
  readonly total: Row | null;
  /** Total number of rows; `rows` may hold only the first ones. */
  readonly count: number;
}

interface MailedReport {
  readonly to: string;
  readonly locale: Locale;
  /** Title of the view. */
  readonly title: string;
  /** Link to the view in the console. */
  readonly link: string;
  readonly schedules: string;
  readonly sender: string;
  readonly forTime: number;
  readonly test: boolean;
  readonly table: MailedTable;
}

/** Limits of a table in one part of a mail; the file contains everything. */
interface Limits {
  readonly rows: number;
  readonly values: number;
}
const HTML: Limits = { rows: 20, values: 6 };
const TEXT: Limits = { rows: 10, values: 4 };
/** Metric values per line in HTML. */
const ABREAST = 3;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const MOST_DECIMALS = 2;
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: MOST_DECIMALS });
const groupedWithDecimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: MOST_DECIMALS,
  maximumFractionDigits: MOST_DECIMALS,
});

/** Months counted from acquisition: zero is the acquisition month and not an empty value. */
const FROM_ZERO = ['payback_month', 'forecast_from'];

/** Values of a month after acquisition, and the error of its forecast. */
const MONTH = /^month_\d+$/;
const OF_MONTH = /^month_\d+(_error)?$/;

/**
 * Columns of single conversions in a mail: those of the screen's list, without ids and the file's other
 * columns.
 */
const OF_CONVERSIONS = ['cv_time', 'cv_setting', 'amount', 'touches', 'latency', 'path'];

/** Returns whether the mail itself shows a column. */
const isIncluded = ({ columns }: MailedTable, index: number): boolean =>
  !columns.includes('cv_time') || OF_CONVERSIONS.includes(columns[index] ?? '');

/** Formats a cell as screens do: numbers grouped, empty and zero as a dash. */
export function formatCell(cell: Cell, zero = '-', format = grouped): string {
  if (cell === 0) return zero;
  if (cell === null || cell === undefined || cell === '') return '-';
  return typeof cell === 'number' ? (Number.isFinite(cell) ? format.format(cell) : '-') : String(cell);
}

/** Returns the names and values of the file's heading. */
export const factsOf = (heading: readonly Row[]): [string, string][] =>
  heading
    .slice(1)
    .flatMap(([name, value]): [string, string][] =>
      name == null || value == null ? [] : [[String(name), String(value)]],
    );

const INK = '#172033';
const MUTED = '#5f6c80';
const LINE = '#e2e8f0';

/** Returns whether a column holds metric values, which are right-aligned. */
const isNumeric = ({ rows, total }: MailedTable, index: number): boolean =>
  [...rows, total ?? []].some((row) => typeof row[index] === 'number');

/** Splits a table's columns into row names and metric values. */
export function columnsOf(table: MailedTable): { names: number[]; values: number[] } {
  const indices = table.header.map((_, index) => index).filter((index) => isIncluded(table, index));
  return {
    names: indices.filter((index) => !isNumeric(table, index)),
    values: indices.filter((index) => isNumeric(table, index)),
  };
}

/** Returns a row's name in one line. */
export const nameOf = (table: MailedTable, row: Row): string =>
  columnsOf(table)
    .names.map((index) => row[index])
    .filter((cell) => cell !== null && cell !== undefined && cell !== '')
    .map((cell) => formatCell(cell))
    .join(' / ');

/** Returns whether a column holds fractions: all its values then show decimals, as on screens. */
const hasDecimals = ({ rows, total }: MailedTable, index: number): boolean =>
  [...rows, total ?? []].some((row) => typeof row[index] === 'number' && !Number.isInteger(row[index]));

/** Formats a metric value of a row. */
export const formatValue = (table: MailedTable, row: Row, index: number): string =>
  formatCell(
    row[index],
    FROM_ZERO.includes(table.columns[index] ?? '') ? '0' : '-',
    hasDecimals(table, index) ? groupedWithDecimals : grouped,
  );

/** Renders a metric value below its heading. */
const htmlValue = (heading: string, value: string): string =>
  `<td style="width:${Math.floor(100 / ABREAST)}%;padding:4px 12px 0 0;vertical-align:bottom"><span style="display:block;font-size:11px;line-height:1.4;color:${MUTED}">${escaped(heading)}</span><span style="display:block;font-size:15px;line-height:1.4">${escaped(value)}</span></td>`;

/** Renders a row as a block that fits a phone: its name, then its first metric values, a few per line. */
function htmlRow(table: MailedTable, row: Row, style = ''): string {
  const values = columnsOf(table).values.slice(0, HTML.values);
  const lines = Array.from({ length: Math.ceil(values.length / ABREAST) }, (_, line) =>
    values.slice(line * ABREAST, (line + 1) * ABREAST),
  );
  const cells = (line: number[]): string =>
    line.map((index) => htmlValue(table.header[index] ?? '', formatValue(table, row, index))).join('') +
    '<td></td>'.repeat(ABREAST - line.length);
  return `<tr><td style="padding:12px;border-bottom:1px solid ${LINE};${style}"><strong style="font-size:14px;word-break:break-word">${escaped(nameOf(table, row))}</strong><table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;table-layout:fixed;border-collapse:collapse;font-variant-numeric:tabular-nums">${lines.map((line) => `<tr>${cells(line)}</tr>`).join('')}</table></td></tr>`;
}

function htmlTable(table: MailedTable): string {
  const total = table.total ? htmlRow(table, table.total, 'background:#f5f7fa') : '';
  const body = table.rows
    .slice(0, HTML.rows)
    .map((row) => htmlRow(table, row))
    .join('');
  return `<table role="table" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;border-top:2px solid ${LINE}"><tbody>${total}${body}</tbody></table>`;
}

/** Returns the notes below the table: what is omitted and where to find it. */
function notes({ table, locale }: MailedReport, limits: Limits): string[] {
  const t = translator(locale);
  if (table.count === 0) return [t('mails.report.empty')];
  const { names, values } = columnsOf(table);
  const nameAt = (index: number): string => table.columns[index] ?? '';
  const displayed = values.slice(0, limits.values);
  const displayedMonths = displayed.filter((index) => MONTH.test(nameAt(index))).length;
  const months = table.columns.filter((name) => MONTH.test(name)).length;
  const leftOfMonths = values.slice(limits.values).filter((index) => OF_MONTH.test(nameAt(index))).length;
  const left = table.header.length - names.length - displayed.length - leftOfMonths;
  return [
    t(limits.rows < table.count ? 'mails.report.firstRows' : 'mails.report.allRows', {
      displayed: limits.rows,
      count: table.count,
    }),
    ...(displayedMonths < months
      ? [
          t(displayedMonths === 0 ? 'mails.report.noMonths' : 'mails.report.firstMonths', {
            displayed: displayedMonths,
            count: months,
          }),
        ]
      : []),
    ...(left > 0 ? [t('mails.report.moreColumns', { count: left })] : []),
    t(table.rows.length < table.count ? 'mails.report.firstAttached' : 'mails.report.allAttached', {
      rows: table.rows.length,
    }),
  ];
}

function html(report: MailedReport): string {
  const { locale, title, link, schedules, sender, test, table } = report;
  const t = translator(locale);
  const facts = factsOf(table.heading)
    .map(
      ([name, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;color:${MUTED};white-space:nowrap;vertical-align:top">${escaped(name)}</td><td style="padding:2px 0">${escaped(value)}</td></tr>`,
    )
    .join('');
  const paragraph = (text: string): string =>
    `<p style="margin:8px 0 0;color:${MUTED};font-size:13px">${escaped(text)}</p>`;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:12px 8px;background:#f5f7fa;color:${INK};font:14px/1.6 'Noto Sans JP','Hiragino Sans',Meiryo,sans-serif">
<div style="max-width:680px;margin:0 auto;padding:20px 16px;background:#ffffff;border:1px solid ${LINE};border-radius:8px">
<p style="margin:0;color:${MUTED};font-size:12px">Inflow Console</p>
<h1 style="margin:4px 0 12px;font-size:20px;line-height:1.4">${escaped(title)}</h1>
${test ? `<p style="margin:0 0 12px;padding:8px 12px;background:#fff6e0;border-radius:6px">${escaped(t('mails.report.test'))}</p>` : ''}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:13px">${facts}</table>
${table.count === 0 ? '' : htmlTable(table)}
${notes(report, HTML).map(paragraph).join('')}
<p style="margin:20px 0 0"><a href="${escaped(link)}" style="display:inline-block;padding:8px 20px;background:#0958d9;color:#ffffff;border-radius:6px;text-decoration:none">${escaped(t('mails.report.open'))}</a></p>
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid ${LINE};color:${MUTED};font-size:12px">${escaped(t('mails.report.why', { sender }))}<br><a href="${escaped(schedules)}" style="color:#0958d9">${escaped(t('mails.report.change'))}</a></p>
</div></body></html>`;
}

/** Formats a row in one line: its name, then its first metric values. */
function line(table: MailedTable, row: Row): string {
  const values = columnsOf(table).values.slice(0, TEXT.values);
  return `${nameOf(table, row)}: ${values.map((index) => `${table.header[index]} ${formatValue(table, row, index)}`).join(', ')}`;
}

function text(report: MailedReport): string {
  const { locale, title, link, schedules, sender, test, table } = report;
  const t = translator(locale);
  const rows = [...(table.total ? [table.total] : []), ...table.rows.slice(0, TEXT.rows)];
  const parts = [
    [title],
    ...(test ? [[t('mails.report.test')]] : []),
    factsOf(table.heading).map(([name, value]) => `${name}: ${value}`),
    ...(table.count === 0 ? [] : [rows.map((row) => line(table, row))]),
    notes(report, TEXT),
    [`${t('mails.report.open')}: ${link}`],
    [t('mails.report.why', { sender }), `${t('mails.report.change')}: ${schedules}`],
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Builds a chat message of a report: its conditions, the total and the first rows. */
export function reportCard({
  locale,
  title,
  link,
  forTime,
  table,
}: Omit<MailedReport, 'to' | 'sender' | 'schedules' | 'test'>) {
  const t = translator(locale);
  const open = t('mails.report.open');
  const rows = [...(table.total ? [table.total] : []), ...table.rows.slice(0, TEXT.rows)];
  const details = [
    factsOf(table.heading).map(([name, value]) => `${name}: ${value}`),
    table.count === 0 ? [t('mails.report.empty')] : rows.map((row) => line(table, row)),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return {
    subject: subjectOf({ locale, title, forTime, test: false }),
    details,
    text: `${details}\n\n${open}: ${link}`,
    open,
    link,
  };
}

const subjectOf = ({
  locale,
  title,
  forTime,
  test,
}: Pick<MailedReport, 'locale' | 'title' | 'forTime' | 'test'>) =>
  translator(locale)(test ? 'mails.report.testSubject' : 'mails.report.subject', {
    title: title.replace(/\s+/g, ' '),
    day: formatDateTime(forTime).slice(0, 10),
  });

/** Builds a report mail: the total, the first rows, and the link to the rest. @param csv the attached file */
export function reportMail(report: MailedReport, csv: Buffer, key: string): Mail {
  const { to, link, table } = report;
  return {
    to,
    subject: subjectOf(report),
    text: text(report),
    html: html(report),
    attachments: [{ filename: `${table.name}.csv`, contentType: 'text/csv; charset=utf-8', content: csv }],
    link,
    key,
  };
}
