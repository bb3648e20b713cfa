import { findMeasure, measureOf } from '../../../shared/catalog';
import { formatChange, formatDay, formatNumber, multipleAffixes } from '../../../shared/format';
import { texts, translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { Row } from '../../export/csv';
import {
  columnsOf,
  factsOf,
  formatCell,
  formatValue,
  nameOf,
  type MailedTable,
} from '../../settings/report-schedule/report-mail';
import type { DocumentSection } from '../document';
import { html, type Html } from './html';

/** Limits of a page: more figures or columns are no longer read, and a frame stays small. */
const MOST = { figures: 6, columns: 12, rows: 300, bars: 8 } as const;

/** Measures that a chart shows rather than the first column. */
const CHARTED: readonly string[] = ['amount_sum', 'attr_amount', 'cv_total_final'];

const PREVIOUS = '_previous';
const TARGET = 'target_';

/** A column of metric values with those it is compared with. */
interface ValueColumn {
  readonly index: number;
  readonly name: string;
  /** Column of the comparison period. */
  readonly previous: number | null;
  /** Column of the targets. */
  readonly target: number | null;
}

function valueColumns(table: MailedTable): ValueColumn[] {
  const { columns } = table;
  const find = (name: string): number | null => (columns.includes(name) ? columns.indexOf(name) : null);
  return columnsOf(table).values.flatMap((index): ValueColumn[] => {
    const name = columns[index] ?? '';
    const isPart =
      (name.endsWith(PREVIOUS) && find(name.slice(0, -PREVIOUS.length)) !== null) ||
      (name.startsWith(TARGET) && find(name.slice(TARGET.length)) !== null);
    return isPart ? [] : [{ index, name, previous: find(name + PREVIOUS), target: find(TARGET + name) }];
  });
}

const numberAt = (row: Row, index: number | null): number | null => {
  const cell = index === null ? null : row[index];
  return typeof cell === 'number' ? cell : null;
};

/** Returns the change of a value since the comparison period, coloured by whether it is good. */
function change(locale: Locale, row: Row, { index, name, previous }: ValueColumn): Html | null {
  const measure = findMeasure(name);
  const { unit, direction } = measure
    ? measureOf(measure)
    : { unit: 'number' as const, direction: 'neutral' };
  // A document shows ratios in percent.
  const scale = unit === 'ratio' ? 100 : 1;
  const [now, before] = [numberAt(row, index), numberAt(row, previous)].map((value) =>
    value === null ? null : value / scale,
  );
  const changed = formatChange(now ?? null, before ?? null, unit, { times: multipleAffixes[locale] });
  if (!changed) return null;
  const { way, text } = changed;
  const tone = way === 'flat' || direction === 'neutral' ? '' : way === direction ? 'good' : 'bad';
  // The arrow replaces the sign.
  return html`<span class="${tone}"
    >${way === 'up' ? '▲' : way === 'down' ? '▼' : ''}${text.replace(/^[+-]/, '')}</span
  >`;
}

function strip(locale: Locale, table: MailedTable, values: readonly ValueColumn[]): Html | null {
  const { total } = table;
  if (!total) return null;
  const t = translator(locale);
  const shown = values.filter(({ index }) => numberAt(total, index) !== null).slice(0, MOST.figures);
  if (shown.length === 0) return null;
  const target = ({ index, target: at }: ValueColumn): string | null => {
    const aim = numberAt(total, at);
    const share = aim ? ((numberAt(total, index) ?? 0) / aim) * 100 : null;
    return aim === null || at === null
      ? null
      : t('sharePage.target', {
          value: formatValue(table, total, at),
          share: share === null ? '-' : formatNumber(share, { decimals: 1 }),
        });
  };
  return html`<h3>${t('sharePage.figures')}</h3>
    <dl class="strip">
      ${shown.map((column) => {
        const { index, previous } = column;
        const changed = change(locale, total, column);
        const aim = target(column);
        return html`<div>
          <dt>${table.header[index]}</dt>
          <dd class="value">${formatValue(table, total, index)}</dd>
          ${
            previous !== null &&
            html`<dd class="small">
              ${t('sharePage.previous', { value: formatValue(table, total, previous) })} ${changed}
            </dd>`
          }${aim && html`<dd class="small">${aim}</dd>`}
        </div>`;
      })}
    </dl>`;
}

/** Counts below this are drawn as bars, as in the console: a line through them is a sawtooth. */
const FEW = 10;
/** Width of a bar as a share of its period. */
const BAR = 0.6;

/** Draws the rows of a trend as a line, or few events as bars, with the comparison period dashed. */
function trend(locale: Locale, table: MailedTable, { index, name, previous }: ValueColumn): Html {
  const t = translator(locale);
  const series = (at: number): (number | null)[] => table.rows.map((row) => numberAt(row, at));
  const [now, before] = [series(index), previous === null ? [] : series(previous)];
  const known = [...now, ...before].filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const [width, height] = [1000, 160];
  const measure = findMeasure(name);
  const isFew = measure !== null && measureOf(measure).unit === 'count' && low === 0 && high < FEW;
  const heightOf = (value: number | null): number =>
    (((value ?? 0) - low) / (high - low || 1)) * (height - 12);
  const line = (values: readonly (number | null)[]): string =>
    values
      .map((value, at) => {
        const share = isFew ? (at + 0.5) / values.length : at / Math.max(1, values.length - 1);
        return `${(share * width).toFixed(1)},${(height - 4 - heightOf(value)).toFixed(1)}`;
      })
      .join(' ');
  const bar = (value: number | null, at: number): Html => {
    const band = width / now.length;
    const top = heightOf(value);
    return html`<rect
      class="days"
      x="${((at + (1 - BAR) / 2) * band).toFixed(1)}"
      y="${(height - top).toFixed(1)}"
      width="${(band * BAR).toFixed(1)}"
      height="${top.toFixed(1)}"
    />`;
  };
  const label = t('sharePage.trend', { measure: table.header[index] ?? '' });
  const [first, last] = [table.rows[0] ?? [], table.rows.at(-1) ?? []];
  return html`<figure class="trend plain">
    <h3>${label}</h3>
    <p class="small">
      <span
        >${t('sharePage.highest', {
          value: formatNumber(high, { decimals: Number.isInteger(high) ? 0 : 2 }),
        })}</span
      >
    </p>
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">
      ${isFew && now.map(bar)}
      ${before.length > 0 && html`<polyline class="before" points="${line(before)}" />`}
      ${!isFew && html`<polyline class="line" points="${line(now)}" />`}
    </svg>
    <p class="small"><span>${nameOf(table, first)}</span><span>${nameOf(table, last)}</span></p>
  </figure>`;
}

/** Draws the largest rows as bars. */
function bars(locale: Locale, table: MailedTable, { index }: ValueColumn): Html | null {
  const rows = table.rows
    .map((row) => ({ row, value: numberAt(row, index) ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST.bars);
  const most = rows[0]?.value;
  if (most === undefined || rows.length < 2) return null;
  const title = translator(locale)('sharePage.top', {
    measure: table.header[index] ?? '',
    count: rows.length,
  });
  return html`<h3>${title}</h3>
    <dl class="bars">
      ${rows.map(
        ({ row, value }) =>
          html`<dt>${nameOf(table, row)}</dt>
            <dd>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar" width="${((value / most) * 100).toFixed(1)}" height="1" />
              </svg>
            </dd>
            <dd>${formatValue(table, row, index)}</dd>`,
      )}
    </dl>`;
}

function tableOf(locale: Locale, table: MailedTable, all: readonly ValueColumn[]): Html {
  const t = translator(locale);
  const { names } = columnsOf(table);
  const values = all.slice(0, MOST.columns);
  const cells = (row: Row, isTotal = false): Html =>
    html`<tr${isTotal && html` class="total"`}>${names.map((index, at) =>
      at === 0
        ? html`<th scope="row">${formatCell(row[index])}</th>`
        : html`<td class="name" data-label="${table.header[index]}">${formatCell(row[index])}</td>`,
    )}${values.map(
      (column) =>
        html`<td data-label="${table.header[column.index]}">
          ${formatValue(table, row, column.index)}${
            column.previous !== null &&
            html`<span class="was">${formatValue(table, row, column.previous)}</span>`
          }
        </td>`,
    )}</tr>`;
  const left = all.length - values.length;
  return html`<h3>${t('sharePage.table')}</h3>
    <div class="wide" tabindex="0" role="region" aria-label="${t('sharePage.table')}">
      <table>
        <thead>
          <tr>
            ${names.map(
              (index) => html`<th scope="col" class="name">${table.header[index]}</th>`,
            )}${values.map(
              ({ index, previous }) =>
                html`<th scope="col">
                  ${table.header[index]}${previous !== null && html`<span class="was">${t('report.compared')}</span>`}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${table.total && cells(table.total, true)}${table.rows.slice(0, MOST.rows).map((row) => cells(row))}
        </tbody>
      </table>
    </div>
    <p class="small">
      ${[
        table.count > MOST.rows && t('sharePage.moreRows', { rows: table.count, shown: MOST.rows }),
        left > 0 && t('sharePage.moreColumns', { count: left }),
      ]}
    </p>`;
}

/** Returns the names and values of a report's heading: product, period, filters. */
export const factsList = (facts: readonly (readonly [string, string])[]): Html =>
  html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;

/** Returns whether a document needs wide paper. */
export const isWide = ({ table }: DocumentSection): boolean =>
  table !== null && Math.min(valueColumns(table).length, MOST.columns) + columnsOf(table).names.length > 8;

/**
 * Renders one report: facts, comment, key figures, chart, table with its total first, and notes.
 * @param known names of facts that the cover shows
 */
export function sectionOf(
  locale: Locale,
  { comment, overTime, table, notes }: DocumentSection,
  known: readonly string[] = [],
): Html {
  const t = translator(locale);
  const said = comment && html`<p class="comment">${comment}</p>`;
  if (!table)
    return html`${said}
      <p>${t('sharePage.unavailable')}</p>`;
  const values = valueColumns(table);
  const main = values.find(({ name }) => CHARTED.includes(name)) ?? values[0];
  // The heading names the comparison days even if no column shows them.
  const compares = values.some(({ previous }) => previous !== null);
  const facts = factsOf(table.heading).filter(
    ([name]) => !known.includes(name) && (compares || name !== texts[locale].documents.compared),
  );
  return html`${factsList(facts)}${said}${
    table.count === 0
      ? html`<p>${t('mails.report.empty')}</p>`
      : html`${strip(locale, table, values)}${
          main && (overTime && columnsOf(table).names.length === 1 ? trend : bars)(locale, table, main)
        }${tableOf(locale, table, values)}`
  }${
    notes.length > 0 &&
    html`<h3>${t('sharePage.notes')}</h3>
      <ul class="notes">
        ${notes.map(({ day, text }) => html`<li>${formatDay(day)} ${text}</li>`)}
      </ul>`
  }`;
}
