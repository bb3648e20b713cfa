import { useTranslation } from 'react-i18next';
import { useCompanyQuery, useUpdateCompanyMutation, useUserSessionsQuery } from '../../../generated/graphql';
import type { EntityFormDefinition } from '../../../kit/form/form-definition';
import { Page } from '../../../kit/page';
import { HistoryButton } from '../../../kit/setting/history-button';
import { LoadState } from '../../../kit/setting/load-state';
import { SingleForm } from '../../../kit/setting/single-form';
import { recordSource, createUpdate } from '../../../kit/setting/sources';
import { useRight } from '../../../session/rights';
import { useSession } from '../../../session/session-context';
import { useEffect, useRef, type ReactNode } from 'react';
import { RoleType } from '../../../../../shared/catalog';
import { addressList } from '../../../../../shared/address-list';
import { FormMessage } from '../../../kit/plain-form';
import { ScimTokens } from './scim';
import { SignInPolicy } from './sign-in-policy';
import { SingleSignOn } from './single-sign-on';

/** Warns that the list excludes the user's current address. Scrolls itself into view. */
function LockoutWarning({ ip }: { ip: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <FormMessage type="error">{t('settings.company.shutsOut', { ip })}</FormMessage>
    </div>
  );
}

/** Shows the user's current address below the list of allowed ones. Warns if the list excludes it. */
export function OwnAddress({ list }: { list: unknown }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { data } = useUserSessionsQuery({
    variables: { userId: profile.userId },
    fetchPolicy: 'network-only',
  });
  const ip = data?.sessions.find(({ current }) => current)?.ip;
  if (!ip) return null;
  const text = typeof list === 'string' ? list.trim() : '';
  const listed = text === '' || addressList(text)(ip);
  return (
    <div className="ic-mt-8">
      {listed ? (
        <p className="ic-muted">{t('settings.company.ownAddress', { ip })}</p>
      ) : (
        <LockoutWarning ip={ip} />
      )}
    </div>
  );
}

const companyForm: EntityFormDefinition = {
  entity: 'company',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: ['divName', { name: 'status', whole: true, disabled: () => true }],
    },
    {
      key: 'contact',
      title: (t) => t('settings.section.contact'),
      items: [{ name: 'picName', whole: false }, 'picEmail', 'tel', { name: 'address', whole: true }],
    },
    {
      key: 'access',
      title: (t) => t('settings.section.access'),
      items: [
        {
          name: 'loginAllowedIps',
          whole: true,
          after: ({ values }) => <OwnAddress list={values.loginAllowedIps} />,
        },
      ],
    },
  ],
};

const useCompany = recordSource(useCompanyQuery);
const useSave = createUpdate(useUpdateCompanyMutation);

/** Makes a panel as wide as the forms of the page. */
const FormWidth = ({ children }: { children: ReactNode }) => <div style={{ maxWidth: 880 }}>{children}</div>;

/** Company: contact details, and how its users sign in. */
export function CompanySetting() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { one, error, refetch } = useCompany(profile.companyId);
  const save = useSave();
  const mayEdit = useRight('companies') === 'edit';
  const isAdmin = profile.roleType === RoleType.ADMIN;
  return (
    <Page
      title={t('settings.company.title')}
      lead={t('settings.company.lead')}
      actions={<HistoryButton of={{ entity: 'company', id: profile.companyId }} />}
    >
      {!one && <LoadState error={error} retry={() => void refetch()} />}
      {one && (
        <>
          <SingleForm definition={companyForm} one={one} readOnly={!mayEdit} save={save} reload={refetch} />
          <FormWidth>
            <SignInPolicy />
          </FormWidth>
          {mayEdit && isAdmin && <SingleSignOn companyId={one.id} />}
          {isAdmin && (
            <FormWidth>
              <ScimTokens />
            </FormWidth>
          )}
        </>
      )}
    </Page>
  );
}
