import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { useRight } from '../../../session/use-right';
import { NoPermission } from '../../../kit/no-permission';
import { useSession } from '../../../session/session-context';
import { Profile } from './profile';
import { user } from './setting';

export { UserPassword } from './password';

/** The users of the company. */
export const UserSetting = () => <SettingList setting={user} />;

/** User page for user managers. All other users see their profile. */
export function UserDetail() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = useParams();
  const { profile } = useSession();
  const manages = useRight('users') !== 'none';
  const own = id === String(profile.userId);
  if (manages) {
    return (
      <SettingPage
        setting={user}
        actions={(one) => (
          <Button icon={<KeyOutlined />} onClick={() => void navigate(`/config/user/${one.id}/password`)}>
            {t('settings.user.password')}
          </Button>
        )}
      />
    );
  }
  return own ? <Profile /> : <NoPermission />;
}
