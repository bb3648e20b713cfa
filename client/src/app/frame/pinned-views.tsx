import { BookOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { usePinnedViewsQuery } from '../../generated/first';
import { MenuButton } from '../../kit/menu-button';
import { VIEW, viewPath } from '../../kit/view-address';
import styles from './navigation.module.css';

/**
 * Saved views that the user pinned, above the menu groups.
 * @param folded collapses them into one button when their names don't fit
 */
export function PinnedViews({
  folded,
  onNavigate,
}: {
  folded: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { data } = usePinnedViewsQuery({ fetchPolicy: 'cache-first' });
  const pinned = data?.savedViews.filter((view) => view.pinned) ?? [];
  if (pinned.length === 0) return null;
  const current = (code: string, path: string): boolean => parameters.get(VIEW) === code && path === pathname;
  if (folded) {
    return (
      <MenuButton
        label={t('frame.pinnedViews')}
        icon={<BookOutlined />}
        className={styles.pinnedButton}
        placement="bottomLeft"
        items={pinned.map((view) => ({
          key: view.code,
          label: view.title,
          onSelect: () => (onNavigate?.(), void navigate(viewPath(view))),
        }))}
      />
    );
  }
  return (
    <ul className={`${styles.list} ${styles.pinned}`} aria-label={t('frame.pinnedViews')}>
      {pinned.map((view) => (
        <li key={view.id}>
          <Link
            to={viewPath(view)}
            title={view.title}
            className={`ic-row ic-wide ic-gap-10 ic-pointer ic-start ${styles.link} ${styles.top} ${current(view.code, view.path) ? styles.current : ''}`}
            aria-current={current(view.code, view.path) ? 'page' : undefined}
            onClick={onNavigate}
          >
            <span className={`ic-rigid ic-muted ic-text-16 ${styles.icon}`}>
              <BookOutlined />
            </span>
            <span className="ic-grow ic-ellipsis">{view.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
