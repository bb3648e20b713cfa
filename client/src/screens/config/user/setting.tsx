import { KeyOutlined } from '@ant-design/icons';
import { RoleType } from '../../../../../shared/catalog';
import { settings } from '../../../generated/settings';
import type { FormValues } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';
import { FirstSignIn, NotYetSignedIn } from './invite';
import { FactorTag, SecondFactor } from './second-factor';
import { UserSessions } from './user-sessions';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../i18n/punctuation';
import { useSession } from '../../../session/session-context';

/** Names of the products that a user can open. */
function ProductNames({ all, ids }: { all: boolean; ids: readonly number[] }) {
  const { t } = useTranslation();
  const { products } = useSession();
  if (all) return <>{t('settings.user.allProducts')}</>;
  return <>{joinList(ids.map((id) => products.find((product) => product.id === id)?.label ?? `#${id}`))}</>;
}

/** A new form has no selection yet. */
const needsProducts = ({ roleType }: FormValues): boolean =>
  typeof roleType === 'number' && roleType !== RoleType.ADMIN;
const isAgencyUser = ({ roleType }: FormValues): boolean => roleType === RoleType.AGENCY;

/** Users of the company. */
export const user = defineSetting(settings.user, {
  key: 'user',
  hasStatus: true,
  form: {
    entity: 'user',
    sections: [
      {
        key: 'basic',
        title: (t) => t('settings.section.basic'),
        items: [
          { name: 'userName', autoFocus: true },
          { name: 'email', whole: true },
          { name: 'status', whole: true },
        ],
      },
      {
        key: 'rights',
        title: (t) => t('settings.section.rights'),
        items: [
          { name: 'roleType', whole: true },
          { name: 'agencyId', whole: true, when: isAgencyUser, required: isAgencyUser },
          { name: 'productIds', when: needsProducts, required: needsProducts },
        ],
      },
    ],
  },
  // With just one product it is preselected. ADMIN ignores the list.
  preset: (_parameters, { products: [one, ...others] }) =>
    one && others.length === 0 ? { productIds: [one.id] } : {},
  columns: (column) => [
    column.id({ hidden: true }),
    column.name('userName', { width: 200 }),
    column.text('email', { width: 240 }),
    column.choice('roleType', 'RoleType', { width: 130 }),
    column.status('status'),
    {
      key: 'secondFactorSince',
      width: 120,
      render: ({ secondFactorSince }) => secondFactorSince && <FactorTag />,
    },
    column.label('agency'),
    {
      key: 'productIds',
      width: 240,
      sortable: false,
      render: ({ roleType, productIds }) => (
        <ProductNames all={roleType === RoleType.ADMIN} ids={productIds} />
      ),
    },
    column.time('lastLogin'),
    column.time('updatedAt', { hidden: true }),
  ],
  filters: [
    { name: 'roleType', enumeration: 'RoleType' },
    { name: 'status', enumeration: 'Status' },
    { name: 'agencyId', refers: 'agency' },
  ],
  nextStep: (one, added) => added && one.status && <FirstSignIn user={one} />,
  belowForm: (one) => (
    <div className="ic-stack ic-gap-16">
      {one.status && !one.lastLogin && <NotYetSignedIn user={one} />}
      <SecondFactor user={one} />
      <UserSessions userId={one.id} userName={one.userName} />
    </div>
  ),
  rowActions: [
    {
      key: 'password',
      label: (t) => t('settings.user.password'),
      icon: <KeyOutlined />,
      to: ({ id }) => `/config/user/${id}/password`,
    },
  ],
});
