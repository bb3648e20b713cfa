import { addDays, startOfDay } from '../../../../shared/domain/calendar';
import { formatDateTime, formatDay, parseDateTime, parseDay } from '../tokyo-date';
import { FieldTimeOutlined } from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import { usePopover } from '../use-popover';
import styles from './log.module.css';

/**
 * Converts typed text to the address format `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, in Tokyo time; null if it
 * is not a time.
 */
export function parseJumpText(typed: string): string | null {
  const text = typed.normalize('NFKC').trim();
  const day = parseDay(text);
  if (day === null && parseDateTime(text) === null) return null;
  return text.replaceAll('/', '-').replace(/\s+/, 'T');
}

/**
 * Returns the instant at which a page of rows starts. With newest first, a day starts at its last moment, so
 * that its own rows are visible.
 */
export function jumpInstant(address: string, ascending: boolean): number | null {
  const day = parseDay(address);
  if (day !== null) return ascending ? startOfDay(day) : startOfDay(addDays(day, 1)) - 1;
  return parseDateTime(address);
}

/** Formats a time of the address for people. */
export function formatJumpTime(address: string): string {
  const day = parseDay(address);
  if (day !== null) return formatDay(day);
  const instant = parseDateTime(address);
  return instant === null ? address : formatDateTime(new Date(instant).toISOString());
}

/**
 * Popover that starts the page at a time.
 * @param at current start, as in the address
 */
export function JumpTo({ at, onJump }: { at: string | undefined; onJump: (address: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const popover = usePopover(open, opener);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  function go(): void {
    const address = parseJumpText(text);
    setWrong(address === null);
    if (address === null) return;
    setOpen(false);
    onJump(address);
  }
  const content = (
    <div className={`ic-stack ic-gap-8 ${styles.jump}`}>
      <label htmlFor={id}>{t('logs.jumpTo')}</label>
      <div className="ic-flex ic-gap-8">
        <Input
          id={id}
          autoFocus
          value={text}
          placeholder="yyyy/MM/dd HH:mm"
          aria-invalid={wrong}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) go();
          }}
        />
        <Button type="primary" onClick={go}>
          {t('logs.jumpGo')}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        className={wrong ? 'ic-error ic-text-12' : 'ic-hint'}
        role={wrong ? 'alert' : undefined}
      >
        {t(wrong ? 'logs.jumpWrong' : 'logs.jumpHint')}
      </p>
    </div>
  );
  return (
    <Popover
      ref={popover}
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottom"
      arrow={false}
      content={content}
      destroyOnHidden
    >
      <Button ref={opener} icon={<FieldTimeOutlined />} aria-expanded={open}>
        {at === undefined ? t('logs.jump') : t('logs.from', { time: formatJumpTime(at) })}
      </Button>
    </Popover>
  );
}
