import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useProductId, useSession } from '../../session/session-context';
import { BackPage, Page } from '../page';
import { DeleteDialog } from '../dialog/delete-dialog';
import { refusalOf } from '../failure';
import { focusFirstField } from '../form/focus-field';
import { FormBody } from '../form/form-body';
import { FormFoot, useFailureLine, SavedNote } from '../form/form-notes';
import { LeaveGuard, useLeavePass } from '../form/leave-guard';
import { useEntityForm, type Entity } from '../form/use-entity-form';
import { menuLabel } from '../menu-label';
import { StateNote } from '../states';
import { HistoryButton } from './history-button';
import { LoadState } from './load-state';
import type { RecordResult, Setting } from './setting';
import pageStyles from './setting-page.module.css';
import { useDependents } from './use-dependents';
import { useRight } from '../../session/rights';

const NEW = 'new';

/** Whether saving a new record led to the page. */
const savedState = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'saved' in state;

/** Whether the user switched from viewing to editing. */
const editState = (state: unknown): boolean => typeof state === 'object' && state !== null && 'edit' in state;

export interface SettingPageProps<Row extends Entity, One extends Entity> {
  setting: Setting<Row, One>;
  /** Further actions of an existing record. */
  actions?: (one: One) => ReactNode;
}

/** Page of one setting, `{path}/{id}`, or of a new one, `{path}/new`. */
export function SettingPage<Row extends Entity, One extends Entity>({
  setting,
  actions,
}: SettingPageProps<Row, One>) {
  const { t } = useTranslation();
  const { id: text = NEW } = useParams();
  const [parameters] = useSearchParams();
  const { state, hash } = useLocation();
  const { products, productId } = useSession();
  const isNew = text === NEW;
  const id = isNew ? undefined : /^[1-9]\d{0,9}$/.test(text) ? Number(text) : -1;
  const answer = setting.useOne(id === -1 ? undefined : id);
  const list = menuLabel(t, setting.route);
  const ownProduct =
    setting.perProduct && answer.one?.productId !== productId ? answer.one?.productId : undefined;
  // Another product would offer the wrong choices, and show ids instead of names.
  if (ownProduct !== undefined && products.some((one) => one.id === ownProduct)) {
    const search = new URLSearchParams(parameters);
    search.set('product_id', String(ownProduct));
    return <Navigate to={{ search: search.toString(), hash }} replace state={state} />;
  }
  const missing = { title: t('failure.missing'), hint: t('form.missingHint') };
  const isMissing = refusalOf(answer.error).code === 'NOT_FOUND';
  return (
    <BackPage to={setting.path} label={list}>
      {id === -1 || ownProduct !== undefined ? (
        <StateNote {...missing} />
      ) : isNew || (answer.one && !isMissing) ? (
        <FilledPage
          key={`${answer.one?.id ?? NEW} ${parameters.get('mode') ?? ''}`}
          setting={setting}
          {...(actions ? { actions } : {})}
          answer={answer}
        />
      ) : (
        <LoadState missing={missing} error={answer.error} retry={() => void answer.refetch()} rows={12} />
      )}
    </BackPage>
  );
}

interface FilledProps<Row extends Entity, One extends Entity> extends SettingPageProps<Row, One> {
  answer: RecordResult<One>;
}

function FilledPage<Row extends Entity, One extends Entity>({
  setting,
  actions,
  answer,
}: FilledProps<Row, One>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const productId = useProductId();
  const session = useSession();
  const formElementId = useId();
  const { one } = answer;
  const right = useRight(setting.right);
  const allowed = right === 'edit' && (!one || !setting.mayChange || setting.mayChange(one));
  const removable = one && setting.mayRemove ? right === 'edit' && setting.mayRemove(one) : allowed;
  const mayEdit = allowed && parameters.get('mode') !== 'detail';
  const save = setting.useSave();
  const remove = setting.useRemove();
  const [saved, setSaved] = useState<One | undefined>(savedState(state) ? answer.one : undefined);
  const [added, setAdded] = useState(savedState(state));
  const [deleting, setDeleting] = useState(false);
  const pass = useLeavePass();
  const dependents = useDependents(setting.dependents, one?.id);

  const entityForm = useEntityForm<One>({
    definition: setting.form,
    one,
    preset: one ? undefined : setting.preset?.(parameters, session),
    readOnly: !mayEdit,
    save: (current, input, once) => save(current, input, productId, once),
    reload: answer.refetch,
    onSaved: (next) => {
      if (one) {
        setSaved(next);
        setAdded(false);
        return;
      }
      pass.current = true;
      void navigate(`${setting.path}/${next.id}`, { replace: true, state: { saved: true } });
    },
  });
  const { form } = entityForm;
  const startsEditing = editState(state);
  useEffect(() => {
    if (startsEditing) focusFirstField(formElementId);
  }, [startsEditing, formElementId]);
  const failure = useFailureLine(entityForm);
  const showsSaved = saved !== undefined && !form.dirty;
  const noun = t(`setting.${setting.key}.noun`);

  return (
    <Page
      title={one ? setting.nameOf(saved ?? one) : t('dialog.addTitle', { noun })}
      {...(one ? {} : { lead: t(`setting.${setting.key}.lead`) })}
      actions={
        one && (
          <>
            <HistoryButton of={{ entity: setting.form.entity, id: one.id }} />
            {allowed && actions?.(one)}
            {removable && (
              <Button danger icon={<DeleteOutlined />} onClick={() => setDeleting(true)}>
                {t('common.delete')}
              </Button>
            )}
            {allowed && !mayEdit && (
              <Button
                type="primary"
                icon={<EditOutlined />}
                onClick={() =>
                  void navigate(`${setting.path}/${one.id}`, { replace: true, state: { edit: true } })
                }
              >
                {t('list.edit')}
              </Button>
            )}
          </>
        )
      }
    >
      <FormBody
        entityForm={entityForm}
        definition={setting.form}
        formElementId={formElementId}
        head={showsSaved && <SavedNote>{setting.nextStep?.(saved, added)}</SavedNote>}
        aside={one && setting.aside?.(saved ?? one)}
        below={
          one &&
          !showsSaved &&
          setting.belowForm && (
            <div className={`ic-card ic-p-16-20 ${pageStyles.below}`}>{setting.belowForm(saved ?? one)}</div>
          )
        }
        foot={
          mayEdit && (
            <FormFoot dirty={form.dirty && one !== undefined} failure={failure}>
              <Button
                type="primary"
                htmlType="submit"
                loading={form.submitting}
                disabled={one !== undefined && !form.dirty}
              >
                {t('common.save')}
              </Button>
              <Button
                disabled={form.submitting || (one !== undefined && !form.dirty)}
                onClick={() => (one ? entityForm.reset() : void navigate(setting.path))}
              >
                {t(one ? 'common.reset' : 'common.cancel')}
              </Button>
            </FormFoot>
          )
        }
      />
      <LeaveGuard dirty={form.dirty} pass={pass} productId={setting.perProduct ? productId : undefined} />
      {deleting && one && (
        <DeleteDialog
          name={setting.nameOf(one)}
          dependents={dependents}
          remove={() => remove({ id: one.id })}
          invalidate={setting.hasStatus ? () => save(one, { status: false }, productId) : undefined}
          onResult={({ close, reload }) => {
            if (close) setDeleting(false);
            if (!reload) return;
            pass.current = true;
            void navigate(setting.path, { replace: true });
          }}
        />
      )}
    </Page>
  );
}
