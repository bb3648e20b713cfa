import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../failure';
import { CANCELLED, CONFIRM_WIDTH, DONE, type DialogResult } from './dialog';
import { useReturnFocus } from './use-return-focus';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** Label of the confirm button. */
  okText: string;
  danger?: boolean;
  run: () => Promise<unknown> | void;
  onResult: (result: DialogResult) => void;
}

/** Asks for confirmation, runs the action and stays open with the reason if it fails. */
export function ConfirmDialog({
  title,
  children,
  okText,
  danger = false,
  run,
  onResult,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  async function go(): Promise<void> {
    setBusy(true);
    try {
      await run();
      onResult(DONE);
    } catch (error) {
      setFailed(failureText(t, error));
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      width={CONFIRM_WIDTH}
      centered
      title={title}
      closable={false}
      onCancel={() => !busy && onResult(CANCELLED)}
      footer={
        <>
          <Button disabled={busy} onClick={() => onResult(CANCELLED)}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" danger={danger} loading={busy} onClick={() => void go()}>
            {okText}
          </Button>
        </>
      }
    >
      {children}
      {failed && (
        <p
          className="ic-rounded ic-mt-12 ic-error ic-text-13 ic-pre ic-p-8-16 ic-toned ic-tone-error"
          role="alert"
        >
          {failed}
        </p>
      )}
    </Modal>
  );
}
