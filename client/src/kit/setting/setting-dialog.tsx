import { Button, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProductId, useSession } from '../../session/session-context';
import {
  CANCELLED,
  DIALOG_MAX_HEIGHT,
  DIALOG_WIDTH,
  DONE,
  STAY,
  type DialogMode,
  type DialogResult,
  useReturnFocus,
} from '../dialog/confirm-dialog';
import { focusFirstField } from '../form/focus-field';
import { FormBody } from '../form/form-body';
import { useFailureLine, SavedNote } from '../form/form-notes';
import styles from '../form/form.module.css';
import { LeaveGuard, LeaveQuestion, useLeavePass } from '../form/leave-guard';
import { useEntityForm, type Entity } from '../form/use-entity-form';
import { notify } from '../notifier';
import { HistoryButton } from './history-button';
import { LoadState } from './load-state';
import type { SettingForm, RecordResult } from './setting';

export interface SettingDialogProps<One extends Entity> {
  setting: SettingForm<One>;
  mode: DialogMode;
  /** Id of the record to edit or show. */
  id?: number | undefined;
  onResult: (result: DialogResult) => void;
  /** Switches from details to editing; undefined if editing is not allowed. */
  onEdit?: (() => void) | undefined;
}

/** Dialog over a list with the form of a setting. */
export function SettingDialog<One extends Entity>(props: SettingDialogProps<One>) {
  const { setting, mode, id, onResult } = props;
  const { t } = useTranslation();
  useReturnFocus();
  const [initialMode] = useState(mode);
  const answer = setting.useOne(mode === 'add' ? undefined : id);
  const noun = t(`setting.${setting.key}.noun`);
  const title =
    mode === 'add'
      ? t('dialog.addTitle', { noun })
      : mode === 'edit'
        ? t('dialog.editTitle', { noun })
        : t('dialog.detailTitle', { noun });
  if (mode === 'add' || answer.one) {
    // Editing after viewing starts a new form.
    return (
      <FilledDialog
        key={mode}
        {...props}
        title={title}
        answer={answer}
        startsEditing={mode !== initialMode}
      />
    );
  }
  return (
    <Modal
      open
      width={DIALOG_WIDTH}
      centered
      title={title}
      footer={null}
      onCancel={() => onResult(CANCELLED)}
    >
      <LoadState error={answer.error} retry={() => void answer.refetch()} rows={3} />
    </Modal>
  );
}

interface FilledProps<One extends Entity> extends SettingDialogProps<One> {
  title: string;
  answer: RecordResult<One>;
  /** Whether the user switched from details to editing. */
  startsEditing: boolean;
}

function FilledDialog<One extends Entity>({
  setting,
  mode,
  onResult,
  onEdit,
  title,
  answer,
  startsEditing,
}: FilledProps<One>) {
  const { t } = useTranslation();
  const productId = useProductId();
  const session = useSession();
  const formElementId = useId();
  const save = setting.useSave();
  const [saved, setSaved] = useState<One>();
  const [leaving, setLeaving] = useState(false);
  const pass = useLeavePass();
  const readOnly = mode === 'detail';
  const entityForm = useEntityForm<One>({
    definition: setting.form,
    one: answer.one,
    preset: mode === 'add' ? setting.preset?.(new URLSearchParams(location.search), session) : undefined,
    readOnly,
    save: (one, input, once) => save(one, input, productId, once),
    reload: answer.refetch,
    onSaved: (one) => {
      if (setting.nextStep && mode === 'add') {
        setSaved(one);
        onResult(STAY);
      } else {
        notify('SUCCESS', t('form.savedName', { name: setting.nameOf(one) }));
        onResult(DONE);
      }
    },
  });
  const { form } = entityForm;
  const failure = useFailureLine(entityForm);
  const cancel = (): void => {
    if (form.submitting) return;
    if (form.dirty && !saved) setLeaving(true);
    else onResult(CANCELLED);
  };
  const below = answer.one && !saved && setting.belowForm?.(answer.one);

  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      title={title}
      // A click beside the dialog would lose input.
      mask={{ closable: false }}
      onCancel={cancel}
      // The dialog takes the focus itself while it opens.
      afterOpenChange={(open) => open && startsEditing && focusFirstField(formElementId)}
      styles={{
        container: { display: 'flex', flexDirection: 'column', maxHeight: DIALOG_MAX_HEIGHT },
        body: { overflowY: 'auto', paddingRight: 4 },
      }}
      footer={
        saved || readOnly ? (
          <>
            {answer.one && !saved && (
              <span className={styles.footStart}>
                <HistoryButton of={{ entity: setting.form.entity, id: answer.one.id }} />
              </span>
            )}
            <Button onClick={() => onResult(CANCELLED)}>{t('common.close')}</Button>
            {readOnly && onEdit && (
              <Button type="primary" onClick={onEdit}>
                {t('list.edit')}
              </Button>
            )}
          </>
        ) : (
          <>
            {failure && (
              <span className={`ic-error ic-text-13 ic-strong ${styles.footFailure} ${styles.footStart}`}>
                {failure}
              </span>
            )}
            <Button onClick={cancel}>{t('common.cancel')}</Button>
            <Button type="primary" htmlType="submit" form={formElementId} loading={form.submitting}>
              {t('common.save')}
            </Button>
          </>
        )
      }
    >
      {saved ? (
        <SavedNote>{setting.nextStep?.(saved, true)}</SavedNote>
      ) : (
        <FormBody
          entityForm={entityForm}
          definition={setting.form}
          inDialog
          formElementId={formElementId}
          foot={below}
        />
      )}
      <LeaveGuard
        dirty={form.dirty && !saved}
        pass={pass}
        productId={setting.perProduct ? productId : undefined}
      />
      {leaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={() => onResult(CANCELLED)} />}
    </Modal>
  );
}
