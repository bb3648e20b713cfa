import { CopyOutlined, DeleteOutlined, MoreOutlined, TeamOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { createMatcher } from '../../../../../../shared/format';
import {
  useDeleteSavedViewMutation,
  useSavedViewsQuery,
  type SavedViewPartsFragment,
} from '../../../../generated/graphql';
import { copyText } from '../../../../kit/copy-button';
import { DeleteDialog } from '../../../../kit/dialog/delete-dialog';
import { StateNote } from '../../../../kit/states';
import { ErrorNote } from '../../../../kit/error-note';
import { MenuButton } from '../../../../kit/menu-button';
import { notify } from '../../../../kit/notifier';
import { formatDateTime } from '../../../../kit/tokyo-date';
import { periodIn } from '../../../../kit/report/read-explorer-query';
import { VIEW, viewLink } from '../../../../kit/address';
import styles from '../explorer.module.css';
import { readQuery } from '../query/use-open';
import { PanelSearch } from './panel-search';

/** Saved queries: views of this screen, the user's and those shared in the company. */
export function SavedPanel() {
  const { t } = useTranslation();
  const { pathname: path } = useLocation();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = useSavedViewsQuery({ fetchPolicy: 'cache-and-network' });
  const [remove] = useDeleteSavedViewMutation();
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState<SavedViewPartsFragment>();
  const matches = createMatcher(typed);
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />;
  const saved = data?.savedViews.filter((view) => view.path === path);
  const matching = saved?.filter(({ title, search }) =>
    matches(`${title} ${readQuery(new URLSearchParams(search))?.query ?? ''}`),
  );
  const copy = async (view: SavedViewPartsFragment): Promise<void> => {
    const copied = await copyText(viewLink(view));
    notify(copied ? 'SUCCESS' : 'ERROR', t(copied ? 'common.copied' : 'form.copyFailed'));
  };
  const place = ({ code, productId }: SavedViewPartsFragment): string =>
    `${path}?${new URLSearchParams([...(productId === null ? [] : [['product_id', String(productId)]]), [VIEW, code]])}`;
  const periodOf = ({ search }: SavedViewPartsFragment): string | undefined => {
    const period = periodIn(readQuery(new URLSearchParams(search))?.variables);
    return period && t(`report.presets.${period}`);
  };
  return (
    <>
      <PanelSearch label={t('explorer.saved.search')} value={typed} onChange={setTyped} />
      {!matching ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : matching.length === 0 ? (
        <StateNote
          title={t(typed ? 'explorer.saved.notFound' : 'explorer.saved.empty')}
          {...(typed ? {} : { hint: t('explorer.saved.emptyHint') })}
        />
      ) : (
        <ul className={`ic-list ic-text-13 ${styles.entries}`}>
          {matching.map((view) => (
            <li key={view.id} className={parameters.get(VIEW) === view.code ? 'ic-raised' : ''}>
              <Link to={place(view)}>
                <b>{view.title}</b>
                <span className="ic-caption ic-figures">
                  {view.shared && <TeamOutlined aria-label={t('views.shared')} />}{' '}
                  {[periodOf(view), view.userName, formatDateTime(view.updatedAt)].filter(Boolean).join('・')}
                </span>
              </Link>
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
                  ...(view.editable
                    ? [
                        {
                          key: 'delete',
                          label: t('views.delete'),
                          icon: <DeleteOutlined />,
                          onSelect: () => setDeleting(view),
                        },
                      ]
                    : []),
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="ic-caption ic-figures ic-mb-8">
        <Link to="/views">{t('explorer.saved.all')}</Link>
      </p>
      {deleting && (
        <DeleteDialog
          name={deleting.title}
          remove={() =>
            remove({
              variables: { id: deleting.id, version: deleting.version },
              refetchQueries: ['SavedViews'],
              awaitRefetchQueries: true,
            })
          }
          onResult={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
