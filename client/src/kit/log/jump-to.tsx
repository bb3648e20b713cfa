import { FieldTimeOutlined } from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import { usePopover } from '../use-popover';
import { parseJumpText, formatJumpTime } from './jump-time';
import styles from './log.module.css';

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
