import { Button, Checkbox, Input, Modal } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { RoleType } from '../../../../shared/catalog';
import {
  type SavedViewPartsFragment,
  type SavedViewPartsFragment as View,
  useCreateSavedViewMutation,
  usePinSavedViewMutation,
  useSavedViewsQuery,
  useUpdateSavedViewMutation,
} from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { CONFIRM_WIDTH, useReturnFocus } from '../dialog/confirm-dialog';
import { failureText, refusalOf } from '../failure';
import { notify } from '../notifier';
import { useIdempotencyContext } from '../once';
import { VIEW, VIEW_QUERIES, viewLink, viewParameters, viewPath } from '../address';
import { ViewNameField, measuresInAddress, UnsharedMeasures } from './view-fields';
import type { SaveViewProps } from './save-view-button';
import { CopyButton } from '../copy-button';

/** Short link of a view, to copy, and a note on who can open it. */
function ViewLink({
  view,
  autoFocus = false,
}: {
  view: Pick<SavedViewPartsFragment, 'code' | 'shared'>;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation();
  const link = viewLink(view);
  return (
    <div>
      <div className="ic-flex ic-gap-8">
        <Input
          readOnly
          autoFocus={autoFocus}
          value={link}
          aria-label={t('views.link')}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton wide primary={autoFocus} text={link} label={t('views.link')} />
      </div>
      <p className="ic-mt-4 ic-hint">{t(view.shared ? 'views.linkShared' : 'views.linkPrivate')}</p>
    </div>
  );
}

interface SaveViewDialogProps extends SaveViewProps {
  onClose: () => void;
  /** Called with the saved view instead of offering next steps. */
  onSaved?: (view: View) => void;
}

/**
 * Dialog that saves a view under a name, or over the view that the screen was opened from, and offers next
 * steps.
 */
export function SaveViewDialog({ address, report, onClose, onSaved }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { profile, productId } = useSession();
  const { data } = useSavedViewsQuery();
  const [create] = useCreateSavedViewMutation();
  const [update] = useUpdateSavedViewMutation();
  const [setPinned] = usePinSavedViewMutation();
  const once = useIdempotencyContext();
  useReturnFocus();
  const [title, setTitle] = useState('');
  const [shared, setShared] = useState(false);
  const [pinAfterSave, setPinAfterSave] = useState(true);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<View>();
  const code = new URLSearchParams(search).get(VIEW);
  const current = data?.savedViews.find(
    (view) => view.code === code && view.path === pathname && view.editable,
  );

  /** Current state of the screen to save. */
  const contents = () => ({
    path: pathname,
    search: viewParameters(address(), productId).toString(),
    report: report ? (report.path.split('/').at(-1) ?? null) : null,
    reportQuery: report ? report.query().toString() : null,
  });
  async function run(work: () => Promise<View | undefined>): Promise<void> {
    setBusy(true);
    try {
      const view = await work();
      if (!view) return;
      if (onSaved) onSaved(view);
      else setSaved(view);
      // From now on, the screen shows the saved view.
      void navigate(viewPath(view), { replace: true, preventScrollReset: true });
    } catch (failure) {
      setError(Object.values(refusalOf(failure).fields).flat()[0] ?? failureText(t, failure));
    } finally {
      setBusy(false);
    }
  }
  const saveOver = ({ id: of, version }: View): Promise<void> =>
    run(async () => {
      const { data: changed } = await update({
        variables: { id: of, input: { ...contents(), version } },
        refetchQueries: VIEW_QUERIES,
      });
      notify('SUCCESS', t('views.saved'));
      return changed?.updateSavedView;
    });
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (title.trim() === '') return setError(t('views.nameRequired'));
    await run(async () => {
      const { data: created } = await create({
        variables: { input: { productId: productId ?? null, title: title.trim(), shared, ...contents() } },
        context: once,
        ...(pinAfterSave ? {} : { refetchQueries: VIEW_QUERIES }),
      });
      const view = created?.createSavedView;
      if (view && pinAfterSave)
        await setPinned({ variables: { id: view.id, pinned: pinAfterSave }, refetchQueries: VIEW_QUERIES });
      return view;
    });
  }

  return (
    <Modal
      open
      centered
      width={CONFIRM_WIDTH + 140}
      title={t(saved ? 'views.saved' : 'views.save')}
      onCancel={() => !busy && onClose()}
      footer={
        saved ? (
          <Button onClick={onClose}>{t('views.close')}</Button>
        ) : (
          <>
            <Button disabled={busy} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="primary" htmlType="submit" form={`${id}-form`} loading={busy}>
              {t('common.save')}
            </Button>
          </>
        )
      }
    >
      {saved ? (
        <div className="ic-stack ic-gap-12">
          {/* The name field is gone, and with it the focus. */}
          <ViewLink view={saved} autoFocus />
          {saved.report !== null && <Link to={`/views?schedule=${saved.id}`}>{t('views.toSchedule')}</Link>}
          {saved.report !== null && <Link to={`/views?share=${saved.id}`}>{t('views.toShare')}</Link>}
          <Link to="/views">{t('views.all')}</Link>
        </div>
      ) : (
        <form
          id={`${id}-form`}
          className="ic-stack ic-gap-12"
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          {onSaved && <p className="ic-hint">{t('views.saveToShare')}</p>}
          {current && (
            <Button block disabled={busy} onClick={() => void saveOver(current)}>
              {t('views.overwrite', { title: current.title })}
            </Button>
          )}
          {current?.shared && !shared && <UnsharedMeasures names={measuresInAddress(address().toString())} />}
          <ViewNameField
            value={title}
            onChange={(next) => (setTitle(next), setError(undefined))}
            error={error}
          />
          <Checkbox checked={pinAfterSave} onChange={(event) => setPinAfterSave(event.target.checked)}>
            {t('views.pin')}
          </Checkbox>
          {profile.roleType !== RoleType.AGENCY && (
            <div>
              <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
                {t('views.share')}
              </Checkbox>
              <p className="ic-mt-4 ic-hint">{t('views.shareHint')}</p>
              {shared && <UnsharedMeasures names={measuresInAddress(address().toString())} />}
            </div>
          )}
        </form>
      )}
    </Modal>
  );
}
