import { PlusOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fields } from '../../../../shared/settings/fields';
import { ConfirmDialog, DIALOG_WIDTH, useReturnFocus } from '../dialog/confirm-dialog';
import { failureText } from '../failure';
import { FormBody } from '../form/form-body';
import { type FormDefinition, formValues } from '../form/form-definition';
import { useFormEngine } from '../form/form-engine';
import { SavedNote } from '../form/form-notes';
import { notify } from '../notifier';
import { Panel, PanelRow, PanelRows } from '../page';
import { LoadState } from './load-state';
import { formatDateTime } from '../tokyo-date';
import { useFieldTexts } from '../use-field-texts';

/** Group of texts: API keys, sources of incoming postbacks, tokens of SCIM, or share links. */
type Kind = 'keys' | 'sources' | 'scim' | 'shares';

interface SecretDialogProps<Created> {
  kind: Kind;
  definition: FormDefinition;
  fields: Fields;
  /** First values of the form. */
  initial?: Readonly<Record<string, unknown>>;
  create: (values: Readonly<Record<string, unknown>>) => Promise<Created | undefined>;
  /** Shows the created secret. */
  children: (created: Created) => ReactNode;
  onClose: () => void;
}

/** Creates a secret and shows it; it can't be shown again. */
function SecretDialog<Created>({
  kind,
  definition,
  fields,
  initial,
  create,
  children,
  onClose,
}: SecretDialogProps<Created>) {
  const { t } = useTranslation();
  useReturnFocus();
  const id = useId();
  const [created, setCreated] = useState<Created>();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const form = useFormEngine({
    id,
    entity: definition.entity,
    fields,
    initial: formValues(fields, initial),
    async save(values) {
      try {
        setCreated(await create(values));
      } catch (error) {
        setMessages([failureText(t, error)]);
      }
    },
  });
  // An accidental close by Escape, a click outside or before the response would lose the secret.
  const closedByButtonOnly = created !== undefined || form.submitting;
  return (
    <Modal
      open
      centered
      width={DIALOG_WIDTH}
      mask={{ closable: false }}
      keyboard={!closedByButtonOnly}
      closable={!form.submitting}
      title={t(created === undefined ? `settings.${kind}.adding` : `settings.${kind}.secretTitle`)}
      onCancel={onClose}
      footer={
        created === undefined ? (
          <>
            <Button disabled={form.submitting} onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="primary" htmlType="submit" form={`${id}-form`} loading={form.submitting}>
              {t(`settings.${kind}.add`)}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('common.close')}</Button>
        )
      }
    >
      {created === undefined ? (
        <FormBody
          entityForm={{ form, messages, conflict: undefined }}
          definition={definition}
          inDialog
          formElementId={`${id}-form`}
        />
      ) : (
        <SavedNote>
          <p>{t(`settings.${kind}.secretLead`)}</p>
          {children(created)}
        </SavedNote>
      )}
    </Modal>
  );
}

interface Secret {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string | null | undefined;
}

interface SecretPanelProps<S extends Secret, Created> extends Omit<SecretDialogProps<Created>, 'onClose'> {
  secrets: readonly S[] | undefined;
  error: Error | undefined;
  refetch: () => Promise<unknown>;
  mayEdit: boolean;
  /** Content above the list. */
  intro?: ReactNode;
  /** Further facts of a row. */
  facts?: (secret: S) => readonly string[];
  revoke: (secret: S) => Promise<unknown>;
}

/** Lists secrets by their beginnings: create, show once, revoke. */
export function SecretPanel<S extends Secret, Created>(props: SecretPanelProps<S, Created>) {
  const { secrets, error, refetch, mayEdit, intro, facts, revoke, ...dialog } = props;
  const { kind } = dialog;
  const { t } = useTranslation();
  const texts = useFieldTexts(dialog.definition.entity);
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<S>();
  return (
    <Panel
      title={t(`settings.${kind}.title`)}
      lead={t(`settings.${kind}.lead`)}
      actions={
        mayEdit && (
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t(`settings.${kind}.add`)}
          </Button>
        )
      }
    >
      {intro}
      {!secrets && <LoadState error={error} retry={() => void refetch()} />}
      {secrets?.length === 0 && <p>{t(`settings.${kind}.empty`)}</p>}
      <PanelRows>
        {secrets?.map((secret) => (
          <PanelRow
            key={secret.id}
            name={secret.name}
            facts={[
              <code key="prefix">{secret.prefix}…</code>,
              ...(facts?.(secret) ?? []),
              `${texts.label('createdAt')} ${formatDateTime(secret.createdAt)}`,
              `${texts.label('lastUsedAt')} ${secret.lastUsedAt ? formatDateTime(secret.lastUsedAt) : t(`settings.${kind}.neverUsed`)}`,
            ]}
            actions={
              mayEdit && (
                <Button size="small" danger type="text" onClick={() => setRevoking(secret)}>
                  {t(`settings.${kind}.revoke`)}
                </Button>
              )
            }
          />
        ))}
      </PanelRows>
      {isAdding && (
        <SecretDialog
          {...dialog}
          onClose={() => {
            setAdding(false);
            void refetch();
          }}
        />
      )}
      {revoking && (
        <ConfirmDialog
          title={t(`settings.${kind}.revoke`)}
          okText={t(`settings.${kind}.revoke`)}
          danger
          run={async () => {
            await revoke(revoking);
            notify('SUCCESS', t(`settings.${kind}.revoked`));
          }}
          onResult={({ close, reload }) => {
            if (reload) void refetch();
            if (close) setRevoking(undefined);
          }}
        >
          <p>{t(`settings.${kind}.revokeAsk`, { name: revoking.name })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
