import { Segmented, Tooltip } from 'antd';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/i18n';
import { Placeholder } from '../../../kit/loading';
import { Panel } from '../../../kit/page';
import { heatOf, heatTop } from '../../../kit/report/heat-map/heat-scale';
import { metricText } from '../../../kit/table/number-cell';
import { formatWeekday } from '../../../kit/tokyo-date';
import type { CvInfoSpreadQuery } from '../../../generated/graphql';
import styles from './cv.module.css';

type Hour = CvInfoSpreadQuery['cvInfo']['hours'][number];

const UNITS = { count: 'count', amountSum: 'yen' } as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Sunday. */
const SUNDAY = 20260104;

export interface HourMapProps {
  /** Undefined while loading. */
  hours: readonly Hour[] | undefined;
  weekStart: 0 | 1;
  /** Whether hours are below each other, as fits narrow windows. */
  upright: boolean;
}

/** Conversions by weekday and hour of the day, coloured by their number or their sales. */
export function HourMap({ hours, weekStart, upright }: HourMapProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState<keyof typeof UNITS>('count');
  const weekdays = [0, 1, 2, 3, 4, 5, 6].map((day) => (day + weekStart) % 7);
  const valueAt = (weekday: number, hour: number): number => hours?.[weekday * 24 + hour]?.[key] ?? 0;
  const top = heatTop([(hours ?? []).map(({ [key]: value }) => ({ value, forecast: false }))], 0);
  const dayName = (weekday: number): string => formatWeekday(SUNDAY + weekday, currentLanguage());
  const hourName = (hour: number): string => t('cvInfo.hours.hour', { hour });
  const cell = (weekday: number, hour: number) => {
    const value = metricText(valueAt(weekday, hour), { unit: UNITS[key] });
    const style: CSSProperties & { '--heat': string } = {
      '--heat': `${heatOf(valueAt(weekday, hour), top)}%`,
    };
    const words = t('cvInfo.hours.cell', { weekday: dayName(weekday), hour, value });
    return (
      <Tooltip key={`${weekday} ${hour}`} title={hours && words}>
        <td aria-label={words} style={style} />
      </Tooltip>
    );
  };
  const [columns, rows] = upright ? [weekdays, HOURS] : [HOURS, weekdays];
  const [columnName, rowName] = upright ? [dayName, hourName] : [String, dayName];
  return (
    <Panel
      title={t('cvInfo.hours.title')}
      lead={t('cvInfo.hours.lead')}
      actions={
        <Segmented<keyof typeof UNITS>
          aria-label={t('cvInfo.hours.measure')}
          value={key}
          onChange={setKey}
          options={(['count', 'amountSum'] as const).map((value) => ({
            value,
            label: t(`cvInfo.hours.${value}`),
          }))}
        />
      }
    >
      {hours ? (
        <table className={`ic-wide ic-figures ${styles.hours}`} aria-label={t('cvInfo.hours.title')}>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col" className="ic-muted ic-regular">
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row" className="ic-muted ic-regular">
                  {rowName(row)}
                </th>
                {columns.map((column) => (upright ? cell(column, row) : cell(row, column)))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Placeholder width="100%" height={upright ? 552 : 200} />
      )}
    </Panel>
  );
}
