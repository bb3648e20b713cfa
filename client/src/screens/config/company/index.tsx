import { useTranslation } from 'react-i18next';
import { useCompanyQuery, useUpdateCompanyMutation } from '../../../generated/graphql';
import type { EntityFormDefinition } from '../../../kit/form/form-definition';
import { Page } from '../../../kit/page';
import { HistoryButton } from '../../../kit/setting/history-button';
import { LoadState } from '../../../kit/setting/load-state';
import { SingleForm } from '../../../kit/setting/single-form';
import { recordSource, createUpdate } from '../../../kit/setting/sources';
import { useRight } from '../../../session/use-right';
import { useSession } from '../../../session/session-context';
import { OwnAddress } from './own-address';

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

/** Company: contact details and addresses allowed to sign in. */
export function CompanySetting() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { one, error, refetch } = useCompany(profile.companyId);
  const save = useSave();
  const mayEdit = useRight('companies') === 'edit';
  return (
    <Page
      title={t('settings.company.title')}
      lead={t('settings.company.lead')}
      actions={<HistoryButton of={{ entity: 'company', id: profile.companyId }} />}
    >
      {one ? (
        <SingleForm definition={companyForm} one={one} readOnly={!mayEdit} save={save} reload={refetch} />
      ) : (
        <LoadState error={error} retry={() => void refetch()} />
      )}
    </Page>
  );
}
