import { CalendarOutlined } from '@ant-design/icons';
import { Button, Drawer, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRange } from '../../i18n/punctuation';
import type { Comparison } from './comparison';
import { rangeOf, type Period, type Standing } from './period';
import { LazyOverlay } from '../lazy-overlay';
import { useNarrow } from '../use-window';
import { usePopover } from '../use-popover';
import styles from './date-range.module.css';
import { RangePanel } from './range-panel';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';

export interface DateRangeProps {
  /** Undefined for all days; `unset` is then the label. */
  period: Period | undefined;
  unset?: string;
  /** Undefined if there is no comparison. */
  comparison?: Comparison | undefined;
  /** First day of the product's week: 0 Sunday, 1 Monday. */
  weekStart: Standing['weekStart'];
  onChange: (period: Period, comparison: Comparison) => void;
}

/**
 * Period of a report in Tokyo days: presets, free range and comparison. Narrow windows use a drawer with one
 * month.
 */
export function DateRange({ period: given, unset, comparison, weekStart, onChange }: DateRangeProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const popover = usePopover(open && !narrow, opener);
  const standing = { today: useToday(), weekStart };
  const period: Period = given ?? { preset: 'd30' };
  const range = rangeOf(period, standing);
  const days = given || unset === undefined ? formatRange(formatDay(range.from), formatDay(range.to)) : unset;
  const name = given ? t(`report.presets.${given.preset}`) : t('report.period');

  const panel = open && (
    <LazyOverlay onClose={() => setOpen(false)}>
      <RangePanel
        period={period}
        comparison={comparison}
        standing={standing}
        months={narrow ? 1 : 2}
        onCancel={() => setOpen(false)}
        onApply={(next, comparedWith) => {
          setOpen(false);
          onChange(next, comparedWith);
        }}
      />
    </LazyOverlay>
  );
  const button = (
    <Button
      ref={opener}
      icon={<CalendarOutlined />}
      data-on-paper
      className="ic-figures"
      aria-label={`${t('report.period')}: ${given ? `${name} ` : ''}${days}`}
      aria-expanded={open}
      {...(narrow ? { onClick: () => setOpen(true) } : {})}
    >
      <span className="ic-nowrap">
        <span className={styles.presetName}>{name}</span> <span className="ic-secondary">{days}</span>
      </span>
    </Button>
  );
  if (narrow) {
    return (
      <>
        {button}
        <Drawer
          open={open}
          onClose={() => setOpen(false)}
          placement="bottom"
          size="auto"
          title={t('report.period')}
        >
          {panel}
        </Drawer>
      </>
    );
  }
  return (
    <Popover
      ref={popover}
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={<>{panel}</>}
    >
      {button}
    </Popover>
  );
}
