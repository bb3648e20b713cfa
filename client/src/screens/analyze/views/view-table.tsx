import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  LinkOutlined,
  MailOutlined,
  MoreOutlined,
  PrinterOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons';
import { Button, Table, type TableProps, Checkbox, Modal } from 'antd';
import { useState, type ReactNode, useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { routes, RoleType } from '../../../../../shared/catalog';
import {
  useDeleteSavedViewMutation,
  usePinSavedViewMutation,
  type ReportSchedulePartsFragment as Schedule,
  type SavedViewPartsFragment as View,
  useUpdateSavedViewMutation,
  type SavedViewPartsFragment,
} from '../../../generated/graphql';
import { textAt } from '../../../i18n/i18n';
import { copyText } from '../../../kit/copy-button';
import { DeleteDialog } from '../../../kit/dialog/delete-dialog';
import { failureText, refusalOf } from '../../../kit/failure';
import { MenuButton } from '../../../kit/menu-button';
import { notify } from '../../../kit/notifier';
import type { ShareSubject } from '../../../kit/share/share-drawer';
import { useDocument } from '../../../kit/share/use-document';
import { StateNote } from '../../../kit/states';
import { VIEW_QUERIES, viewLink, viewPath } from '../../../kit/address';
import { useSession } from '../../../session/session-context';
import styles from './views.module.css';
import { viewsFor } from './client-report-drawer';
import { whenText } from './schedule-texts';
import { CONFIRM_WIDTH, useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { ViewNameField, measuresInAddress, UnsharedMeasures } from '../../../kit/saved-view/view-fields';

/** Renames a view, and shares or unshares it. */
function EditView({ view, onClose }: { view: SavedViewPartsFragment; onClose: () => void }) {
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

/** Breakpoint for columns that actions don't need. */
const WIDE: ['md'] = ['md'];

interface ViewTableProps {
  views: readonly View[];
  /** The current user's schedules. */
  schedules: readonly Schedule[];
  /** Undefined if the user can't schedule mails. */
  onSchedule: ((view: View) => void) | undefined;
  /** Undefined if the user can't share reports. */
  onShare: ((subject: ShareSubject) => void) | undefined;
}

/** Saved views with their actions. */
export function ViewTable({ views, schedules, onSchedule, onShare }: ViewTableProps) {
  const { t } = useTranslation();
  const { products, menuTitles } = useSession();
  const [setPinned] = usePinSavedViewMutation();
  const openDocument = useDocument();
  const [remove] = useDeleteSavedViewMutation();
  const [open, setOpen] = useState<{ view: View; how: 'edit' | 'delete' }>();

  async function pin({ id, pinned }: View): Promise<void> {
    await setPinned({ variables: { id, pinned: !pinned }, refetchQueries: VIEW_QUERIES }).catch(
      (error: unknown) => notify('ERROR', failureText(t, error)),
    );
  }
  async function copy(view: View): Promise<void> {
    const copied = await copyText(viewLink(view));
    notify(copied ? 'SUCCESS' : 'ERROR', t(copied ? 'common.copied' : 'form.copyFailed'));
  }
  const screenOf = ({ path }: View): string => {
    const key = routes.find((route) => route.path === path)?.key ?? '';
    return menuTitles[key] ?? textAt(t, `menu.${key}`);
  };
  const scheduleOf = ({ id }: View): Schedule | undefined => schedules.find(({ viewId }) => viewId === id);

  const mailOf = (view: View): ReactNode => {
    if (view.report === null || !onSchedule) return null;
    const schedule = scheduleOf(view);
    return (
      <Button
        type="link"
        size="small"
        className={styles.schedule ?? ''}
        icon={<MailOutlined />}
        onClick={() => onSchedule(view)}
      >
        {!schedule ? t('views.toSchedule') : schedule.paused ? t('views.pausedState') : whenText(t, schedule)}
      </Button>
    );
  };

  const columns: TableProps<View>['columns'] = [
    {
      key: 'pin',
      width: 48,
      render: (_, view) => (
        <Button
          type="text"
          size="small"
          icon={view.pinned ? <PushpinFilled className="ic-primary" /> : <PushpinOutlined />}
          aria-pressed={view.pinned}
          aria-label={t(view.pinned ? 'views.unpinOf' : 'views.pinOf', { title: view.title })}
          onClick={() => void pin(view)}
        />
      ),
    },
    {
      key: 'title',
      title: t('views.name'),
      className: `ic-medium ${styles.name}`,
      render: (_, view) => (
        <>
          <Link to={viewPath(view)}>{view.title}</Link>
          {/* On narrow screens the mails are shown below the name. */}
          <span className={styles.below}>{mailOf(view)}</span>
        </>
      ),
    },
    {
      key: 'screen',
      responsive: WIDE,
      title: t('views.screen'),
      width: 160,
      render: (_, view) => screenOf(view),
    },
    {
      key: 'product',
      responsive: WIDE,
      title: t('views.product'),
      width: 180,
      render: (_, { productId }) =>
        productId === null
          ? t('views.noProduct')
          : (products.find(({ id }) => id === productId)?.label ?? `#${productId}`),
    },
    {
      key: 'visibility',
      responsive: WIDE,
      title: t('views.visibility'),
      width: 110,
      render: (_, { shared }) => t(shared ? 'views.shared' : 'views.private'),
    },
    {
      key: 'owner',
      responsive: WIDE,
      title: t('views.owner'),
      width: 140,
      render: (_, { userName }) => userName ?? '-',
    },
    {
      key: 'schedule',
      responsive: WIDE,
      title: t('views.schedule'),
      width: '20%',
      render: (_, view) => mailOf(view) ?? <span className="ic-muted">-</span>,
    },
    {
      key: 'more',
      width: 56,
      align: 'right',
      render: (_, view) => (
        <MenuButton
          label={`${view.title}: ${t('list.actions')}`}
          icon={<MoreOutlined />}
          items={[
            {
              key: 'copy',
              label: t('views.copyLink'),
              icon: <CopyOutlined />,
              onSelect: () => void copy(view),
            },
            ...(onShare && viewsFor([view], view.productId ?? undefined).length > 0
              ? [
                  {
                    key: 'share',
                    label: t('views.toShare'),
                    icon: <LinkOutlined />,
                    onSelect: () => onShare({ viewId: view.id, title: view.title }),
                  },
                  {
                    key: 'print',
                    label: t('views.toDocument'),
                    icon: <PrinterOutlined />,
                    onSelect: () => void openDocument({ viewId: view.id, title: view.title }, 'page'),
                  },
                ]
              : []),
            ...(view.editable
              ? [
                  {
                    key: 'edit',
                    label: t('views.edit'),
                    icon: <EditOutlined />,
                    onSelect: () => setOpen({ view, how: 'edit' }),
                  },
                  {
                    key: 'delete',
                    label: t('views.delete'),
                    icon: <DeleteOutlined />,
                    onSelect: () => setOpen({ view, how: 'delete' }),
                  },
                ]
              : []),
          ]}
        />
      ),
    },
  ];
  return (
    <>
      {views.length === 0 ? (
        <StateNote title={t('views.empty')} hint={t('views.emptyHint')} />
      ) : (
        <Table<View> size="small" rowKey="id" columns={columns} dataSource={[...views]} pagination={false} />
      )}
      {open?.how === 'edit' && <EditView view={open.view} onClose={() => setOpen(undefined)} />}
      {open?.how === 'delete' && (
        <DeleteDialog
          name={open.view.title}
          {...(open.view.scheduleCount > 0 && {
            note: t('views.deleteWithSchedules', { count: open.view.scheduleCount }),
          })}
          remove={() =>
            remove({
              variables: { id: open.view.id, version: open.view.version },
              refetchQueries: [...VIEW_QUERIES, 'ReportSchedules'],
              awaitRefetchQueries: true,
            })
          }
          onResult={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
