import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, Link } from 'react-router-dom';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { useRight } from '../../../session/rights';
import { NoPermission } from '../../../kit/states';
import { useSession } from '../../../session/session-context';
import { user } from './setting';
import { useEffect, useId, useRef, useState } from 'react';
import { settingRules } from '../../../../../shared/settings';
import { useUpdateMyNameMutation } from '../../../generated/graphql';
import { enumLabel } from '../../../kit/enum-label';
import { failureText, refusalOf } from '../../../kit/failure';
import { FormBody } from '../../../kit/form/form-body';
import type { FormDefinition } from '../../../kit/form/form-definition';
import { useFormEngine } from '../../../kit/form/form-engine';
import { LeaveGuard, useLeavePass } from '../../../kit/form/leave-guard';
import { notify } from '../../../kit/notifier';
import { Page, Panel, PanelRow, PanelRows } from '../../../kit/page';
import { useRefetchSelections } from '../../../kit/setting/sources';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { SecondFactor } from './second-factor';
import { UserSessions } from './user-sessions';
import { formatDateTime } from '../../../kit/tokyo-date';

const nameFields = { userName: settingRules.user.fields.userName };
const nameForm: FormDefinition = {
  entity: 'user',
  sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items: ['userName'] }],
};

/** The user's profile: name, role, password and devices. Available to every user. */
function Profile() {
  const { t } = useTranslation();
  const id = useId();
  const texts = useFieldTexts('user');
  const { profile, selections } = useSession();
  const [rename] = useUpdateMyNameMutation();
  const refetch = useRefetchSelections();
  const pass = useLeavePass();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const form = useFormEngine({
    id,
    entity: 'user',
    fields: nameFields,
    initial: { userName: profile.userName },
    stored: { id: profile.userId },
    async save({ userName }) {
      setMessages([]);
      try {
        await rename({ variables: { userName: String(userName) } });
        form.restart({ userName });
        notify('SUCCESS', t('form.saved'));
        await refetch();
      } catch (error) {
        const { fields } = refusalOf(error);
        form.refuse(
          Object.fromEntries(Object.entries(fields).map(([name, errors]) => [name, errors.join(' ')])),
        );
        setMessages([failureText(t, error, { fields: false })]);
      }
    },
  });
  // The session may start from cached data. A name from the server replaces it unless the user is typing.
  const { dirty, restart } = form;
  const known = useRef(profile.userName);
  useEffect(() => {
    if (dirty || known.current === profile.userName) return;
    known.current = profile.userName;
    restart({ userName: profile.userName });
  }, [profile.userName, dirty, restart]);
  const agency = selections.agency.find((one) => one.id === profile.agencyId)?.label;
  return (
    <Page
      title={t('settings.user.profile')}
      lead={t('settings.user.profileLead')}
      actions={<Link to={`/config/user/${profile.userId}/password`}>{t('settings.user.password')}</Link>}
    >
      <FormBody
        entityForm={{ form, messages, conflict: undefined }}
        definition={nameForm}
        formElementId={`${id}-form`}
        below={
          <>
            <div>
              <Button type="primary" htmlType="submit" loading={form.submitting} disabled={!form.dirty}>
                {t('common.save')}
              </Button>
            </div>
            <Panel title={t('settings.section.rights')}>
              <PanelRows>
                <PanelRow name={texts.label('email')} facts={[profile.email]} />
                <PanelRow name={texts.label('company')} facts={[profile.companyName]} />
                <PanelRow
                  name={texts.label('roleType')}
                  facts={[enumLabel(t, 'RoleType', profile.roleType)]}
                />
                {agency && <PanelRow name={texts.label('agency')} facts={[agency]} />}
                {profile.lastLogin && (
                  <PanelRow name={texts.label('lastLogin')} facts={[formatDateTime(profile.lastLogin)]} />
                )}
              </PanelRows>
            </Panel>
            <SecondFactor user={{ id: profile.userId, userName: profile.userName }} />
            <UserSessions userId={profile.userId} />
          </>
        }
      />
      <LeaveGuard dirty={form.dirty} pass={pass} />
    </Page>
  );
}

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
