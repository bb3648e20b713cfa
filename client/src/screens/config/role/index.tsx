import { Button, Select, Tooltip } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isEnumValue,
  rightKeys,
  rights,
  RoleType,
  routes,
  type RightKey,
} from '../../../../../shared/catalog';
import { keysOf } from '../../../../../shared/records';
import {
  useRolesQuery,
  useUpdateRolesMutation,
  type RightLevel,
  type RoleFieldsFragment,
} from '../../../generated/graphql';
import { enumLabel } from '../../../kit/enum-label';
import { failureToast } from '../../../kit/failure';
import { FormFoot, RestoredNote } from '../../../kit/form/form-notes';
import { useDraft } from '../../../kit/draft';
import { LeaveGuard, useLeavePass } from '../../../kit/form/leave-guard';
import { notify } from '../../../kit/notifier';
import { Page } from '../../../kit/page';
import { HistoryButton } from '../../../kit/setting/history-button';
import { LoadState } from '../../../kit/setting/load-state';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { rightOf, useRight } from '../../../session/rights';
import styles from './role.module.css';

/** Changes by role and menu. */
type Changes = Readonly<Record<number, Readonly<Partial<Record<string, RightLevel>>>>>;
const NO_CHANGES: Changes = {};

const LEVEL_LOOKS = { none: 'ic-muted', view: '', edit: 'ic-primary ic-strong' } as const;

/** Returns the additional right that a menu's pages need. */
const additionalRightOf = (menu: RightKey): RightKey | undefined =>
  routes.find(({ right, andRight }) => right === menu && andRight)?.andRight;

/** Rights of each role by menu. A company can narrow or widen them, except for ADMIN. */
export function RoleSetting() {
  const { t } = useTranslation();
  const mayEdit = useRight('roles') === 'edit';
  const { data, error, refetch } = useRolesQuery({ fetchPolicy: 'cache-and-network' });
  const [update, { loading }] = useUpdateRolesMutation();
  const refetchMe = useRefetchSelections();
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const pass = useLeavePass();
  const dirty = changes !== NO_CHANGES;
  const isRestored = useDraft<Changes>({
    form: 'role',
    unsaved: () => (dirty ? changes : undefined),
    restore: setChanges,
  });
  const roles = data?.roles;

  const levelOf = (role: RoleFieldsFragment, menu: string): { level: RightLevel; standard: RightLevel } => {
    const right = role.rights.find((one) => one.menu === menu);
    return {
      level: changes[role.roleType]?.[menu] ?? right?.level ?? 'NONE',
      standard: right?.standard ?? 'NONE',
    };
  };
  const choose = (role: RoleFieldsFragment, menu: string, level: RightLevel): void =>
    setChanges((before) => ({ ...before, [role.roleType]: { ...before[role.roleType], [menu]: level } }));

  function resetToStandard(): void {
    const next = (roles ?? [])
      .filter(({ editable }) => editable)
      .map((role): [number, Changes[number]] => [
        role.roleType,
        Object.fromEntries(role.rights.map(({ menu, standard }) => [menu, standard])),
      ]);
    setChanges(Object.fromEntries(next));
  }

  async function save(): Promise<void> {
    const roleInputs = (roles ?? []).flatMap((role) => {
      const chosen = Object.entries(changes[role.roleType] ?? {}).filter(
        ([menu, level]) => level !== role.rights.find((one) => one.menu === menu)?.level,
      );
      return chosen.length > 0
        ? [
            {
              roleType: role.roleType,
              version: role.version,
              rights: chosen.map(([menu, level]) => ({ menu, level: level ?? 'NONE' })),
            },
          ]
        : [];
    });
    try {
      if (roleInputs.length > 0) await update({ variables: { roles: roleInputs } });
      setChanges(NO_CHANGES);
      notify('SUCCESS', t('settings.role.saved'));
      await refetchMe();
    } catch (reason) {
      failureToast(t)(reason);
      void refetch();
    }
  }

  return (
    <Page
      title={t('settings.role.title')}
      lead={t('settings.role.lead')}
      actions={
        <>
          <HistoryButton of={{ entity: 'role' }} />
          {mayEdit && <Button onClick={resetToStandard}>{t('settings.role.reset')}</Button>}
        </>
      }
    >
      {!roles && <LoadState error={error} retry={() => void refetch()} />}
      {isRestored && dirty && <RestoredNote />}
      {roles && (
        <div className={`ic-card ${styles.place}`}>
          <table className={`ic-table ${styles.matrix}`}>
            <thead>
              <tr>
                <th scope="col">{t('settings.role.menu')}</th>
                {roles.map(({ roleType }) => (
                  <th key={roleType} scope="col">
                    {enumLabel(t, 'RoleType', roleType)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rightKeys.map((menu) => {
                const beside = additionalRightOf(menu);
                return (
                  <tr key={menu}>
                    <th scope="row">
                      {t(`settings.role.right.${menu}`)}
                      {beside && (
                        <small className="ic-block ic-muted ic-regular">
                          {t('settings.role.needs', { right: t(`settings.role.right.${beside}`) })}
                        </small>
                      )}
                    </th>
                    {roles.map((role) => (
                      <td key={role.roleType}>
                        <RightCell
                          role={role}
                          menu={menu}
                          {...levelOf(role, menu)}
                          missing={beside && levelOf(role, beside).level === 'NONE' ? beside : undefined}
                          editable={mayEdit && role.editable}
                          onChange={(level) => choose(role, menu, level)}
                        />
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className="ic-p-12-16 ic-note">{t('settings.role.agencyNote')}</p>
        </div>
      )}
      {mayEdit && (
        <FormFoot dirty={dirty}>
          <Button type="primary" loading={loading} disabled={!dirty} onClick={() => void save()}>
            {t('common.save')}
          </Button>
          <Button disabled={!dirty || loading} onClick={() => setChanges(NO_CHANGES)}>
            {t('common.reset')}
          </Button>
        </FormFoot>
      )}
      <LeaveGuard dirty={dirty} pass={pass} />
    </Page>
  );
}

interface CellProps {
  role: RoleFieldsFragment;
  menu: RightKey;
  level: RightLevel;
  standard: RightLevel;
  /** Additional right that the pages need and the role lacks. */
  missing: RightKey | undefined;
  editable: boolean;
  onChange: (level: RightLevel) => void;
}

/** One right: its level, whether it was changed, and fixed limits. */
function RightCell({ role, menu, level, standard, missing, editable, onChange }: CellProps) {
  const { t } = useTranslation();
  const { roleType } = role;
  const shipped = isEnumValue(RoleType, roleType) ? rights[menu][roleType] : undefined;
  const notes = useMemo(
    () =>
      level === 'NONE'
        ? []
        : [
            ...(roleType === RoleType.AGENCY || shipped?.scope === 'own' ? [t('settings.role.own')] : []),
            ...(shipped?.masked ? [t('settings.role.masked')] : []),
          ],
    [level, roleType, shipped, t],
  );
  const words = (one: RightLevel): string => t(`settings.role.level.${rightOf[one]}`);
  return (
    <div className="ic-stack ic-align-start ic-gap-4" style={{ minHeight: 24 }}>
      {editable ? (
        <Select<RightLevel>
          size="small"
          value={level}
          aria-label={`${enumLabel(t, 'RoleType', roleType)} ・ ${t(`settings.role.right.${menu}`)}`}
          options={keysOf(rightOf).map((one) => ({ value: one, label: words(one) }))}
          onChange={onChange}
        />
      ) : (
        <span className={LEVEL_LOOKS[rightOf[level]]}>{words(level)}</span>
      )}
      {level !== standard && (
        <Tooltip title={t('settings.role.shipped', { level: words(standard) })}>
          <span className="ic-tag ic-tone-warning">{t('settings.role.changed')}</span>
        </Tooltip>
      )}
      {missing && level !== 'NONE' && (
        <small className="ic-warning">
          {t('settings.role.closed', { right: t(`settings.role.right.${missing}`) })}
        </small>
      )}
      {notes.map((note) => (
        <small key={note} className="ic-muted">
          {note}
        </small>
      ))}
    </div>
  );
}
