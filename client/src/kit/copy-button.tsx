import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text';
import { notify } from './notifier';

const CONFIRMATION_MS = 1_500;

export interface CopyButtonProps {
  text: string;
  /** Accessible name of the text. */
  label: string;
  /** Shows a label beside the icon. */
  wide?: boolean;
  /** Whether copying is the main action: the link or secret is shown only once. */
  primary?: boolean;
  autoFocus?: boolean;
}

/** Button that copies a text and confirms it. */
export function CopyButton({
  text,
  label,
  wide = false,
  primary = false,
  autoFocus = false,
}: CopyButtonProps) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [done]);
  async function copy(): Promise<void> {
    const worked = await copyText(text);
    setDone(worked);
    notify(worked ? 'SUCCESS' : 'ERROR', t(worked ? 'common.copied' : 'form.copyFailed'));
  }
  const button = (
    <Button
      size={wide ? 'middle' : 'small'}
      type={primary ? 'primary' : wide ? 'default' : 'text'}
      autoFocus={autoFocus}
      icon={done ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={t('form.copyOf', { label })}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {wide && t('form.copy')}
    </Button>
  );
  return wide ? button : <Tooltip title={t('form.copyOf', { label })}>{button}</Tooltip>;
}
