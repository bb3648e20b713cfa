import { Tabs } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '../../../kit/page';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { settings } from '../../../generated/settings';
import { oneSection } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';

/** Type slot of an ad: type 1, 2 or 3. */
type Sequence = 1 | 2 | 3;

/** Returns the setting of one type slot. */
const typesOf = (sequence: Sequence) =>
  defineSetting(settings.ad_type, {
    key: 'ad_type',
    route: 'category_setting',
    hasPage: false,
    fixedFilter: { sequence: [sequence] },
    nameOf: ({ title }) => title,
    preset: () => ({ sequence }),
    form: oneSection('adType', [{ name: 'title', autoFocus: true }]),
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('title', { width: 360 }),
      column.time('createdAt'),
      column.time('updatedAt'),
    ],
  });

const categories = defineSetting(settings.ad_category, {
  key: 'ad_category',
  route: 'category_setting',
  form: oneSection('adCategory'),
  columns: (column) => [
    column.id({ hidden: true }),
    column.name('title', { width: 360 }),
    column.time('createdAt'),
    column.time('updatedAt'),
  ],
});

const SEQUENCES: readonly Sequence[] = [1, 2, 3];
const CATEGORY = 'category';

/** Ad categories and the three kinds of ad types, one per tab. The address holds the selected tab. */
export function List() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const types = useMemo(() => SEQUENCES.map((sequence) => ({ sequence, setting: typesOf(sequence) })), []);
  const tab = parameters.get('tab') ?? CATEGORY;
  const active = types.find(({ sequence }) => tab === `type${sequence}`);
  return (
    <Page title={t('menu.category_setting')} lead={t('setting.ad_category.lead')}>
      <Tabs
        activeKey={active ? tab : CATEGORY}
        // Each tab has its own list, so search, order and page are reset.
        onChange={(key) =>
          setParameters((before) => {
            const product = before.get('product_id');
            return { ...(product ? { product_id: product } : {}), ...(key === CATEGORY ? {} : { tab: key }) };
          })
        }
        items={[
          { key: CATEGORY, label: t('settings.categories.category') },
          ...SEQUENCES.map((sequence) => ({
            key: `type${sequence}`,
            label: t('settings.categories.type', { sequence }),
          })),
        ]}
        style={{ marginBottom: -16 }}
      />
      {active ? (
        <SettingList key={tab} setting={active.setting} bare />
      ) : (
        <SettingList key={CATEGORY} setting={categories} bare />
      )}
    </Page>
  );
}

/** Detail page of a category. */
export const Detail = () => <SettingPage setting={categories} />;
