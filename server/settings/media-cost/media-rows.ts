import type { Day } from '../../../shared/domain/calendar';
import {
  isNegativeMediaNumber,
  isTotalRow,
  parseMediaDay,
  parseMediaNumber,
  type MediaField,
  type MediaMapping,
} from '../../../shared/domain/media';
import type { FailureMessage } from '../../auth/failure';
import type { KnownAds } from './known-ads';
import type { MediaFile } from './media-file';

/** Values that a medium reports for an ad and day. */
export interface MediaValues {
  readonly cost: number;
  readonly impressions: number;
  readonly clicks: number;
}

/** An error in a cell, with its field and column. */
export interface MediaProblem {
  readonly field: MediaField;
  readonly column: string | null;
  /** Content of the cell, shortened; null if the message includes it or the cell is empty. */
  readonly value: string | null;
  readonly message: FailureMessage;
}

/** A parsed row. */
export interface MediaRow extends MediaValues {
  readonly line: number;
  readonly day: Day | null;
  readonly adId: number | null;
  /** The ad's identifier in the file. */
  readonly named: string;
  /** Whether it is a total of other rows, which is skipped. */
  readonly total: boolean;
  readonly problems: readonly MediaProblem[];
}

/** Maximum characters of a wrong cell in a message. */
const MAX_VALUE_LENGTH = 60;

const MAX_VALUE = 1e12;
const isMoney = (value: number): boolean =>
  value <= MAX_VALUE && Math.abs(value * 100 - Math.round(value * 100)) < 1e-4;
const isCount = (value: number): boolean => Number.isInteger(value) && value <= MAX_VALUE;

/** Parses the rows of a file by its mapping, with errors by field. @param today days after it are refused */
export function readMediaRows({ columns, mapping, rows }: MediaFile, ads: KnownAds, today: Day): MediaRow[] {
  const cellOf = (cells: readonly string[], field: keyof Omit<MediaMapping, 'adBy'>): string => {
    const name = mapping[field];
    return name === null ? '' : (cells[columns.indexOf(name)] ?? '');
  };
  return rows.map(({ line, cells }): MediaRow => {
    const problems: MediaProblem[] = [];
    const wrong = (field: MediaField, message: FailureMessage, value = ''): null => {
      problems.push({
        field,
        column: mapping[field],
        value: value === '' ? null : value.slice(0, MAX_VALUE_LENGTH),
        message,
      });
      return null;
    };
    const dayText = cellOf(cells, 'day');
    const named = cellOf(cells, 'ad');
    if (isTotalRow(cells, dayText))
      return {
        line,
        day: null,
        adId: null,
        named,
        cost: 0,
        impressions: 0,
        clicks: 0,
        total: true,
        problems,
      };
    const day =
      dayText === ''
        ? wrong('day', { key: 'required' })
        : (parseMediaDay(dayText) ?? wrong('day', { key: 'mustBeDate' }, dayText));
    if (day !== null && day > today) wrong('day', { key: 'notYetDay' }, dayText);
    const adIds = named === '' ? [] : ads.find(mapping.adBy, named);
    const adId = adIds.length === 1 ? (adIds[0] ?? null) : null;
    if (named === '') wrong('ad', { key: 'required' });
    else if (adId === null)
      wrong('ad', { key: adIds.length === 0 ? 'noSuchName' : 'nameNotUnique', params: { name: named } });
    const number = (field: 'cost' | 'impressions' | 'clicks', fits: (value: number) => boolean): number => {
      const cell = cellOf(cells, field);
      const value = parseMediaNumber(cell);
      if (value === null)
        wrong(field, { key: isNegativeMediaNumber(cell) ? 'mustNotBeNegative' : 'mustBeNumber' }, cell);
      else if (!fits(value)) wrong(field, { key: field === 'cost' ? 'invalidMoney' : 'invalidCount' }, cell);
      return value ?? 0;
    };
    if (mapping.cost !== null && cellOf(cells, 'cost') === '') wrong('cost', { key: 'required' });
    const values = {
      cost: number('cost', isMoney),
      impressions: number('impressions', isCount),
      clicks: number('clicks', isCount),
    };
    return { line, day, adId, named, ...values, total: false, problems };
  });
}
