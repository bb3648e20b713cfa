import { Button, Checkbox, Input, Modal } from 'antd';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { CONFIRM_WIDTH } from '../../../kit/dialog/dialog';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import { failureText } from '../../../kit/failure';
import { FieldFrame } from '../../../kit/form/field-frame';
import { useIdempotencyContext, type IdempotencyContext } from '../../../kit/once';
import { useSession } from '../../../session/session-context';

const MAX_TITLE_LENGTH = 255;

/** Asks for the name and visibility of a new scenario. Stays open with the reason if saving fails. */
export function SaveDialog({
  save,
  onClose,
}: {
  save: (title: string, shared: boolean, once: IdempotencyContext) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { profile } = useSession();
  const once = useIdempotencyContext();
  useReturnFocus();
  const [title, setTitle] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (title.trim() === '') return setError(t('allocation.titleRequired'));
    setBusy(true);
    try {
      await save(title.trim(), shared, once);
      onClose();
    } catch (failure) {
      setError(failureText(t, failure));
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      centered
      width={CONFIRM_WIDTH + 80}
      title={t('allocation.saveNew')}
      onCancel={() => !busy && onClose()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" htmlType="submit" form={`${id}-form`} loading={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="ic-stack ic-gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FieldFrame id={id} label={t('allocation.title')} required error={error}>
          <Input
            id={id}
            autoFocus
            maxLength={MAX_TITLE_LENGTH}
            value={title}
            status={error ? 'error' : ''}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setTitle(event.target.value);
              setError(undefined);
            }}
          />
        </FieldFrame>
        {profile.roleType !== RoleType.AGENCY && (
          <>
            <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
              {t('allocation.sharedWithCompany')}
            </Checkbox>
            <span className="ic-hint">{t('allocation.sharedHint')}</span>
          </>
        )}
      </form>
    </Modal>
  );
}
