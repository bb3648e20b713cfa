import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useProductId } from '../../session/session-context';
import { DeleteDialog } from '../dialog/delete-dialog';
import type { DialogMode, DialogResult } from '../dialog/confirm-dialog';
import type { Entity } from '../form/use-entity-form';
import { useFilterChoices, type FilterSpec } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import type { ListResult } from '../list/list-source';
import { menuLabel } from '../menu-label';
import { Page } from '../page';
import type { Setting } from './setting';
import { SettingDialog } from './setting-dialog';
import { useDependents } from './use-dependents';
import { useRight } from '../../session/rights';

const NO_FILTERS: readonly FilterSpec[] = [];

type Opened<Row> = { kind: 'form'; mode: DialogMode; row?: Row } | { kind: 'delete'; row: Row };

export interface SettingListProps<Row extends Entity, One extends Entity> {
  setting: Setting<Row, One>;
  /** Further primary actions. */
  actions?: ReactNode;
  /** Content between title and list. */
  children?: ReactNode;
  /** Omits the page around the list, for lists within another page. */
  bare?: boolean;
}

/** List of a setting with all its actions: a complete management screen. */
export function SettingList<Row extends Entity, One extends Entity>({
  setting,
  actions,
  children,
  bare = false,
}: SettingListProps<Row, One>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const productId = useProductId();
  const mayEdit = useRight(setting.right) === 'edit';
  const save = setting.useSave();
  const removeRow = setting.useRemove();
  const filters = useFilterChoices(setting.form.entity, setting.filters ?? NO_FILTERS);
  const [opened, setOpened] = useState<Opened<Row>>();
  const [answer, setAnswer] = useState<Pick<ListResult<Row>, 'refetch'>>();
  const texts = (part: 'noun' | 'lead' | 'emptyTitle' | 'emptyHint'): string =>
    t(`setting.${setting.key}.${part}`);

  const pageOf = ({ id }: Pick<Row, 'id'>): string => `${setting.path}/${id}${mayEdit ? '?mode=detail' : ''}`;
  const mayChange = (row: Row | undefined): boolean =>
    mayEdit && (!row || !setting.mayChange || setting.mayChange(row));
  const toForm = (mode: DialogMode, row?: Row): void => {
    if (setting.opens !== 'page') setOpened({ kind: 'form', mode, ...(row ? { row } : {}) });
    else void navigate(row && mode === 'detail' ? pageOf(row) : `${setting.path}/${row ? row.id : 'new'}`);
  };
  const dependents = useDependents(setting.dependents, opened?.kind === 'delete' ? opened.row.id : undefined);
  const finish = ({ close, reload }: DialogResult): void => {
    if (reload) void answer?.refetch();
    if (close) setOpened(undefined);
  };
  const add = mayEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => toForm('add')}>
      {t('list.add', { noun: texts('noun') })}
    </Button>
  );
  const list = (
    <>
      {children}
      <ListScreen<Row>
        name={setting.key}
        title={menuLabel(t, setting.route)}
        entity={setting.form.entity}
        columns={setting.columns}
        filters={filters}
        useRows={setting.useRows}
        onAnswer={setAnswer}
        nameOf={setting.nameOf}
        handlers={{
          open: (row) => toForm('detail', row),
          href: setting.hasPage === false ? undefined : pageOf,
          edit: mayEdit ? (row) => toForm('edit', row) : undefined,
          mayChange,
          mayRemove: setting.mayRemove,
          remove: mayEdit ? (row) => setOpened({ kind: 'delete', row }) : undefined,
          more: mayEdit ? setting.rowActions : undefined,
        }}
        downloadPath={setting.restPath}
        {...(setting.fixedFilter ? { fixedFilter: setting.fixedFilter } : {})}
        {...(setting.perProduct ? { downloadProduct: productId } : {})}
        bulk={mayEdit ? setting.bulk : undefined}
        actions={bare && add}
        empty={{ title: texts('emptyTitle'), hint: texts('emptyHint'), action: add }}
      />
      {opened?.kind === 'form' && (
        <SettingDialog
          setting={setting}
          mode={opened.mode}
          id={opened.row?.id}
          onResult={finish}
          onEdit={mayChange(opened.row) ? () => setOpened({ ...opened, mode: 'edit' }) : undefined}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          name={setting.nameOf(opened.row)}
          dependents={dependents}
          remove={() => removeRow(opened.row)}
          invalidate={
            setting.hasStatus
              ? () => save(opened.row, { status: false, version: opened.row.version }, productId)
              : undefined
          }
          onResult={finish}
        />
      )}
    </>
  );
  if (bare) return list;
  return (
    <Page
      title={menuLabel(t, setting.route)}
      lead={texts('lead')}
      actions={
        <>
          {actions}
          {add}
        </>
      }
    >
      {list}
    </Page>
  );
}
