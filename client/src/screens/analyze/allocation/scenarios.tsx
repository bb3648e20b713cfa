import { DeleteOutlined, FolderOpenOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Modal } from 'antd';
import { useState, useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AdAnalyzeSimulationItem, type AxisKey, RoleType } from '../../../../../shared/catalog';
import { formatCostChanges, parseCostChanges } from '../../../../../shared/domain/cost';
import {
  useAllocationScenariosQuery,
  useDeleteScenarioMutation,
  useSaveNewScenarioMutation,
  useSaveScenarioMutation,
  type AllocationScenarioPartsFragment as Scenario,
} from '../../../generated/graphql';
import { withAside } from '../../../i18n/punctuation';
import { DeleteDialog } from '../../../kit/dialog/delete-dialog';
import { failureToast, failureText } from '../../../kit/failure';
import { ignored } from '../../../kit/ignored';
import { MenuButton } from '../../../kit/menu-button';
import { notify } from '../../../kit/notifier';
import { type IdempotencyContext, useIdempotencyContext } from '../../../kit/once';
import { axisText } from '../../../kit/report/url-state';
import { useProductId, useSession } from '../../../session/session-context';
import type { SimulationState } from './simulation-state';
import { CONFIRM_WIDTH, useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { FieldFrame } from '../../../kit/form/field-frame';

const MAX_TITLE_LENGTH = 255;

/** Asks for the name and visibility of a new scenario. Stays open with the reason if saving fails. */
function SaveDialog({
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
        <FieldFrame
          id={id}
          label={t('allocation.title')}
          required
          typed={{ value: title, max: MAX_TITLE_LENGTH }}
          error={error}
        >
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

/** Opens, saves and deletes scenarios: the user's and those shared in the company. */
export function Scenarios({ simulation, axes }: { simulation: SimulationState; axes: readonly AxisKey[] }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, refetch } = useAllocationScenariosQuery({ variables: { productId } });
  const [create] = useSaveNewScenarioMutation();
  const [update] = useSaveScenarioMutation();
  const [remove] = useDeleteScenarioMutation();
  const [dialog, setDialog] = useState<'save' | 'delete'>();
  const [busy, setBusy] = useState(false);
  const scenarios = data?.allocationScenarios ?? [];
  const current = scenarios.find(({ id }) => id === simulation.scenario);
  const { item, elasticity, changes } = simulation;
  const contents = {
    axes: axisText(axes).split(','),
    simulationItem: item,
    elasticity,
    changes: formatCostChanges(changes),
  };
  const differs =
    current !== undefined &&
    (['simulationItem', 'elasticity', 'changes'] as const).some((name) => current[name] !== contents[name]);

  const open = (one: Scenario): void =>
    simulation.replace({
      item:
        one.simulationItem === AdAnalyzeSimulationItem.AD_COST_UNAPPROVED
          ? AdAnalyzeSimulationItem.AD_COST_UNAPPROVED
          : AdAnalyzeSimulationItem.AD_COST,
      elasticity: one.elasticity,
      changes: parseCostChanges(one.changes) ?? new Map(),
      axes: one.axes.join(','),
      scenario: one.id,
    });

  /** Saves under a new name. The dialog shows a failure. */
  async function saveNew(title: string, shared: boolean, once: IdempotencyContext): Promise<void> {
    const { data: created } = await create({
      variables: { input: { productId, title, shared, ...contents } },
      context: once,
    });
    await refetch();
    if (created) open(created.createAllocationScenario);
    notify('SUCCESS', t('allocation.saved'));
  }
  async function saveOver({ id, title, shared, version }: Scenario): Promise<void> {
    setBusy(true);
    try {
      await update({ variables: { id, input: { title, shared, version, ...contents } } });
      notify('SUCCESS', t('allocation.saved'));
    } catch (error) {
      failureToast(t)(error);
    }
    await refetch().catch(ignored);
    setBusy(false);
  }
  return (
    <div className="ic-row ic-wrap ic-gap-8">
      <MenuButton
        label={t('allocation.openScenario')}
        type="default"
        icon={<FolderOpenOutlined />}
        selected={current ? String(current.id) : ''}
        head={scenarios.length === 0 ? t('allocation.noScenarios') : undefined}
        items={scenarios.map((one) => ({
          key: String(one.id),
          text: one.title,
          label:
            one.shared && one.userName !== null
              ? withAside(one.title, t('allocation.sharedBy', { name: one.userName }))
              : one.title,
          icon: one.shared ? <TeamOutlined /> : <UserOutlined />,
          onSelect: () => open(one),
        }))}
      >
        {current?.title ?? t('allocation.scenarios')}
      </MenuButton>
      {current?.editable && (
        <>
          <Button loading={busy} disabled={!differs} onClick={() => void saveOver(current)}>
            {t('allocation.overwrite')}
          </Button>
          <Button
            icon={<DeleteOutlined />}
            aria-label={t('allocation.deleteScenario', { title: current.title })}
            onClick={() => setDialog('delete')}
          />
        </>
      )}
      <Button disabled={changes.size === 0} onClick={() => setDialog('save')}>
        {t('allocation.saveNew')}
      </Button>
      {dialog === 'save' && <SaveDialog save={saveNew} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && current && (
        <DeleteDialog
          name={current.title}
          remove={() => remove({ variables: { id: current.id, version: current.version } })}
          onResult={({ reload }) => {
            setDialog(undefined);
            if (reload) void refetch();
          }}
        />
      )}
    </div>
  );
}
