import { ApiOutlined, KeyOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { RoleType, routes } from '../../../../shared/catalog';
import { keysOf } from '../../../../shared/records';
import { MenuButton } from '../../kit/menu-button';
import { mayOpen } from '../../session/rights';
import { useSession } from '../../session/session-context';
import styles from './frame.module.css';

const explorer = routes.find((route) => route.key === 'explorer');

/** Menu with the signed-in user, the API explorer and sign-out. */
export function UserMenu({ compact }: { compact: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { profile, signOut } = useSession();
  const role = keysOf(RoleType).find((name) => RoleType[name] === profile.roleType);
  const explore =
    explorer && mayOpen(profile, explorer)
      ? [
          {
            key: 'explorer',
            icon: <ApiOutlined />,
            label: t('menu.explorer'),
            onSelect: () => void navigate(explorer.path),
          },
        ]
      : [];
  return (
    <MenuButton
      label={`${t('frame.userMenu')}: ${profile.userName}`}
      className={styles.user}
      head={
        <div className={`ic-stack ic-secondary ${styles.who}`}>
          <strong>{profile.userName}</strong>
          <span>{profile.email}</span>
          <span>
            {profile.companyName}
            {role && ` ・ ${t(`enums.RoleType.${role}`)}`}
          </span>
        </div>
      }
      items={[
        {
          key: 'profile',
          icon: <UserOutlined />,
          label: t('frame.profile'),
          onSelect: () => void navigate(`/config/user/${profile.userId}`),
        },
        {
          key: 'password',
          icon: <KeyOutlined />,
          label: t('menu.user_password'),
          onSelect: () => void navigate(`/config/user/${profile.userId}/password`),
        },
        ...explore,
        { key: 'sign-out', icon: <LogoutOutlined />, label: t('frame.signOut'), onSelect: signOut },
      ]}
    >
      <i
        className={`ic-rigid ic-round ic-primary ic-text-13 ic-strong ${styles.avatar}`}
        data-initial={[...profile.userName][0]?.toUpperCase()}
        aria-hidden="true"
      />
      {!compact && <span className={`ic-ellipsis ${styles.userName}`}>{profile.userName}</span>}
    </MenuButton>
  );
}
