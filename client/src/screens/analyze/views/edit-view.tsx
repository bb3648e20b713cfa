import { Button, Checkbox, Modal } from 'antd';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { useUpdateSavedViewMutation, type SavedViewPartsFragment } from '../../../generated/graphql';
import { CONFIRM_WIDTH } from '../../../kit/dialog/dialog';
import { useReturnFocus } from '../../../kit/dialog/use-return-focus';
import { failureText, refusalOf } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { ViewNameField } from '../../../kit/saved-view/name-field';
import { measuresInAddress, UnsharedMeasures } from '../../../kit/saved-view/unshared-measures';
import { VIEW_QUERIES } from '../../../kit/view-address';
import { useSession } from '../../../session/session-context';

/** Renames a view, and shares or unshares it. */
export function EditView({ view, onClose }: { view: SavedViewPartsFragment; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const { profile } = useSession();
  useReturnFocus();
  const [update] = useUpdateSavedViewMutation();
  const [title, setTitle] = useState(view.title);
  const [shared, setShared] = useState(view.shared);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (title.trim() === '') return setError(t('views.nameRequired'));
    setBusy(true);
    try {
      await update({
        variables: { id: view.id, input: { title: title.trim(), shared, version: view.version } },
        refetchQueries: VIEW_QUERIES,
      });
      notify('SUCCESS', t('views.saved'));
      onClose();
    } catch (failure) {
      setError(refusalOf(failure).fields.title?.[0] ?? failureText(t, failure));
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      centered
      width={CONFIRM_WIDTH + 140}
      title={t('views.edit')}
      onCancel={() => !busy && onClose()}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" htmlType="submit" form={form} loading={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <ViewNameField value={title} onChange={setTitle} error={error} />
        {profile.roleType !== RoleType.AGENCY && (
          <>
            <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
              {t('views.share')}
            </Checkbox>
            <p className="ic-mt-4 ic-break ic-hint">{t('views.shareHint')}</p>
            {shared && <UnsharedMeasures names={measuresInAddress(view.search)} />}
          </>
        )}
      </form>
    </Modal>
  );
}
