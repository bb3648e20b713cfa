import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from './notifier';
import styles from './code-line.module.css';

/**
 * Copies a text to the clipboard. Also accepts a promise: the write starts at once, while the browser still
 * sees the user's press. Falls back to the old API on pages without https.
 * @returns whether it worked
 * @throws the rejection of the promise
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((it) => new Blob([it], { type: 'text/plain' })) }),
      ]);
    return true;
  } catch {
    return copyBySelection(await text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside the open dialog, if there is one: it would take back a focus outside.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

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

export interface CodeLineProps {
  label: string;
  /** Text to copy; without it, `placeholder` says when there will be one. */
  text: string | null | undefined;
  placeholder?: string | undefined;
  hint?: ReactNode;
  /** Whether copying the text is the next step. */
  primary?: boolean;
  /** Whether the button takes the focus. */
  autoFocus?: boolean;
}

/** Tag or address to pass on, with a copy button. */
export function CodeLine({
  label,
  text,
  placeholder,
  hint,
  primary = false,
  autoFocus = primary,
}: CodeLineProps) {
  return (
    <div>
      <p className="ic-mb-4 ic-medium">{label}</p>
      <div className={`ic-flex ic-align-start ic-gap-8 ic-rounded ic-sunken ${styles.line}`}>
        <code className={`ic-fill ic-break ic-pre ic-code ${text ? '' : 'ic-muted'}`}>
          {text || placeholder}
        </code>
        {text && <CopyButton text={text} label={label} wide primary={primary} autoFocus={autoFocus} />}
      </div>
      {hint && <p className="ic-mt-4 ic-hint">{hint}</p>}
    </div>
  );
}

/** Tag or address in a table cell: one line, complete on hover. */
export function CodeCell({ label, text }: { label: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className={`ic-row ic-gap-4 ${styles.cell}`}>
      <CopyButton text={text} label={label} />
      <Tooltip title={text} placement="topLeft">
        <span className="ic-shrink ic-ellipsis ic-secondary">{text}</span>
      </Tooltip>
    </span>
  );
}
