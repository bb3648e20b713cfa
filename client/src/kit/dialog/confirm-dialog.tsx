import { useEffect, useState, type RefObject, type ReactNode } from 'react';
import { Button, Modal, type ModalProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureText } from '../failure';

/** Purpose of a dialog; `detail` is read-only. */
export type DialogMode = 'add' | 'edit' | 'detail';

/** Result of a dialog: whether it closes, and whether the page behind reloads. */
export interface DialogResult {
  close: boolean;
  reload: boolean;
}

/** Saved: close and reload. */
export const DONE: DialogResult = { close: true, reload: true };
/** Cancelled: close only. */
export const CANCELLED: DialogResult = { close: true, reload: false };
/** Saved, but the dialog still has something to offer. */
export const STAY: DialogResult = { close: false, reload: true };

export const DIALOG_WIDTH = 800;
export const CONFIRM_WIDTH = 340;
export const DIALOG_MAX_HEIGHT = '90vh';

/**
 * Returns the focus to the opener when a dialog unmounts. Our dialogs unmount with their result, before antd
 * can do so; keyboard users would start at the top of the page.
 * @param to target if another dialog, which is gone too, opened this one
 */
export function useReturnFocus(to?: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      const back = to ? to.current : opener;
      if (lost && back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    },
    [opener, to],
  );
}

export interface ConfirmDialogProps extends Pick<ModalProps, 'width' | 'wrapProps' | 'afterOpenChange'> {
  title: string;
  children: ReactNode;
  /** Label of the confirm button. */
  okText: string;
  danger?: boolean;
  disabled?: boolean;
  run: () => Promise<unknown> | void;
  onResult: (result: DialogResult) => void;
}

/** Asks for confirmation, runs the action and stays open with the reason if it fails. */
export function ConfirmDialog({
  title,
  children,
  okText,
  danger = false,
  disabled = false,
  run,
  onResult,
  ...modal
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
      {...modal}
      footer={
        <>
          <Button disabled={busy} onClick={() => onResult(CANCELLED)}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" danger={danger} disabled={disabled} loading={busy} onClick={() => void go()}>
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
