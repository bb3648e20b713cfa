import { CalendarOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMonths, isDay, monthOf } from '../../../../../shared/domain/calendar';
import { LazyOverlay } from '../../lazy-overlay';
import { MonthGrid } from '../../period/month-grid';
import { useWeekStart } from '../../../session/session-context';
import { inputProps, textOf, type ControlProps } from './control';
import { formatDay, parseDay } from '../../tokyo-date';
import { usePopover } from '../../use-popover';
import { useToday } from '../../use-today';

const LAST_DAY = 99991231;

/** Input for a Tokyo day: typed (full-width digits too) or chosen from a calendar. */
export function DayControl(props: ControlProps) {
  const { value, onChange, disabled, label } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const popover = usePopover(open, opener);
  const chosen = typeof value === 'number' && isDay(value) ? value : undefined;
  const today = useToday();
  const weekStart = useWeekStart();
  const [focus, setFocus] = useState(chosen ?? today);
  const month = monthOf(focus);
  const changeMonth = (months: number): void => setFocus(addMonths(month, months) * 100 + 1);

  return (
    <span className="ic-flex ic-gap-4" style={{ maxWidth: 220 }}>
      <Input
        {...inputProps(props)}
        autoComplete="off"
        inputMode="numeric"
        placeholder={t('form.dayShape')}
        value={chosen === undefined ? textOf(value) : formatDay(chosen)}
        onChange={(event) => onChange(parseDay(event.target.value) ?? event.target.value)}
      />
      <Popover
        ref={popover}
        open={open}
        onOpenChange={(next) => {
          setFocus(chosen ?? today);
          setOpen(next);
        }}
        trigger="click"
        placement="bottom"
        arrow={false}
        destroyOnHidden
        content={
          <LazyOverlay onClose={() => setOpen(false)}>
            <div>
              <div className="ic-flex ic-between">
                <Button
                  type="text"
                  size="small"
                  icon={<LeftOutlined />}
                  aria-label={t('report.previousMonth')}
                  onClick={() => changeMonth(-1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<RightOutlined />}
                  aria-label={t('report.nextMonth')}
                  onClick={() => changeMonth(1)}
                />
              </div>
              <MonthGrid
                month={month}
                weekStart={weekStart}
                today={today}
                latest={LAST_DAY}
                range={{ from: chosen ?? 0, to: chosen }}
                focus={focus}
                onFocus={setFocus}
                onChoose={(day) => {
                  onChange(day);
                  setOpen(false);
                }}
              />
            </div>
          </LazyOverlay>
        }
      >
        <Button
          ref={opener}
          icon={<CalendarOutlined />}
          disabled={disabled}
          aria-label={t('form.calendarOf', { label })}
        />
      </Popover>
    </span>
  );
}
