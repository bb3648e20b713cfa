import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, refusalOf } from '../failure';
import { notify } from '../notifier';
import { CANCELLED, CONFIRM_WIDTH, DONE, type DialogResult, useReturnFocus } from './confirm-dialog';

export interface DeleteDialogProps {
  /** Name of the record to delete. */
  name: string;
  /** Descriptions of dependents that are deleted too or block the deletion; loaded when the dialog opens. */
  dependents?: (() => Promise<readonly string[]>) | undefined;
  remove: () => Promise<unknown>;
  /** Additional warning. */
  note?: string | undefined;
  /** Sets the record to invalid instead, if it has a status. */
  invalidate?: (() => Promise<unknown>) | undefined;
  onResult: (result: DialogResult) => void;
}

/** Confirms a deletion and names dependents. If logs refer to the record, offers to invalidate it instead. */
export function DeleteDialog({ name, dependents, note, remove, invalidate, onResult }: DeleteDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ text: string; depends: boolean }>();
  const [dependentTexts, setDependentTexts] = useState<readonly string[]>([]);

  useEffect(() => {
    let isMounted = true;
    dependents?.().then(
      (list) => isMounted && setDependentTexts(list),
      // Without this answer, the server still decides on deletion.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [dependents]);

  async function run(action: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await action();
      notify('SUCCESS', t('common.actionSucceeded', { action: done }));
      onResult(DONE);
    } catch (error) {
      setRefused({
        text: `${t('common.actionFailed', { action: done })}\n${failureText(t, error)}`,
        depends: refusalOf(error).code === 'CONFLICT',
      });
      setBusy(false);
    }
  }

  const blocked = refused?.depends === true || dependentTexts.length > 0;
  return (
    <Modal
      open
      width={CONFIRM_WIDTH}
      centered
      title={t(blocked ? 'dialog.deleteBlocked' : 'dialog.deleteTitle')}
      closable={false}
      onCancel={() => !busy && onResult(CANCELLED)}
      footer={
        <>
          <Button disabled={busy} onClick={() => onResult(CANCELLED)}>
            {t('common.cancel')}
          </Button>
          {blocked && invalidate && (
            <Button
              type="primary"
              loading={busy}
              onClick={() => void run(invalidate, t('dialog.invalidated'))}
            >
              {t('dialog.invalidate')}
            </Button>
          )}
          {!blocked && (
            <Button danger type="primary" loading={busy} onClick={() => void run(remove, t('common.delete'))}>
              {t('common.delete')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {blocked ? (
          <span className="ic-break ic-strong">{t('dialog.quoted', { name })}</span>
        ) : (
          t('common.confirmAction', { action: t('dialog.deleteOf', { name }) })
        )}
      </p>
      {!blocked && <p className="ic-mt-8 ic-note">{t('dialog.deleteNote')}</p>}
      {!blocked && note && <p className="ic-mt-8 ic-note">{note}</p>}
      {dependentTexts.length > 0 && !refused && (
        <div className="ic-mt-8 ic-note">
          {t(invalidate ? 'dialog.dependentsInvalid' : 'dialog.dependents')}
          <ul className="ic-mt-4 ic-indent">
            {dependentTexts.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      {refused && (
        <p
          className="ic-rounded ic-mt-12 ic-error ic-text-13 ic-pre ic-p-8-16 ic-toned ic-tone-error"
          role="alert"
        >
          {refused.text}
        </p>
      )}
    </Modal>
  );
}
