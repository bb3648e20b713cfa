import { ApiOutlined, LogoutOutlined } from '@ant-design/icons';
import { Avatar, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { enumName, RoleType, routes } from '../../../../shared/catalog';
import { mayOpen } from '../../session/rights';
import { useSession } from '../../session/session-context';
import styles from './frame.module.css';

const explorer = routes.find((route) => route.key === 'explorer');

/** Who is signed in, the API explorer, sign-out. */
export function UserMenu({ compact }: { compact: boolean }) {
  const { t } = useTranslation();
  const { profile, signOut } = useSession();
  const role = enumName(RoleType, profile.roleType) as keyof typeof RoleType | null;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'who',
            type: 'group',
            label: (
              <div className={styles.who}>
                <strong>{profile.userName}</strong>
                <span>{profile.email}</span>
                <span>
                  {profile.companyName}
                  {role && ` ・ ${t(`enums.RoleType.${role}`)}`}
                </span>
              </div>
            ),
          },
          { type: 'divider' },
          ...(explorer && mayOpen(profile, explorer)
            ? [{ key: 'explorer', icon: <ApiOutlined />, label: <Link to={explorer.path}>{t('menu.explorer')}</Link> }]
            : []),
          { key: 'sign-out', icon: <LogoutOutlined />, label: t('frame.signOut'), onClick: signOut },
        ],
      }}
    >
      <Button type="text" className={styles.user} aria-label={`${t('frame.userMenu')}: ${profile.userName}`}>
        <Avatar size={26} className={styles.avatar}>
          {[...profile.userName][0]?.toUpperCase()}
        </Avatar>
        {!compact && <span className={styles.userName}>{profile.userName}</span>}
      </Button>
    </Dropdown>
  );
}
