import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMonths, monthOf } from '../../../../../shared/domain/calendar';
import { useImportTargetsMutation } from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import { currentLanguage } from '../../../i18n/i18n';
import { SettingImport, type ImportedSetting } from '../../../kit/csv-import/setting-import-dialog';
import { oneSection } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';
import { SettingList } from '../../../kit/setting/setting-list';
import { SettingPage } from '../../../kit/setting/setting-page';
import { metricText } from '../../../kit/table/number-cell';
import { formatMonth, tokyoToday } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';

/** Formats the month of a target. */
const monthName = (month: string): string => formatMonth(Number(month), currentLanguage());

/** Months that the list can be filtered by: a year back, and the months that targets are planned for. */
const filterMonths = () =>
  Array.from({ length: 18 }, (_, index) => {
    const month = String(addMonths(monthOf(tokyoToday()), 5 - index));
    return { value: month, label: monthName(month) };
  });

/** Name of the scope of targets without an ad or asp. */
function WholeProduct() {
  const { t } = useTranslation();
  return t('alerts.whole');
}

const targetSetting = defineSetting(settings.target, {
  key: 'target',
  nameOf: ({ month, ad, asp }) => [monthName(month), ad?.label ?? asp?.label].filter(Boolean).join(' '),
  preset: () => ({ month: String(monthOf(tokyoToday())) }),
  form: oneSection('target', [
    { name: 'month', autoFocus: true, whole: true },
    { name: 'adId', disabled: ({ aspId }) => aspId != null },
    { name: 'aspId', disabled: ({ adId }) => adId != null },
    'cv',
    'amount',
    'cost',
    'cpa',
    'roas',
  ]),
  columns: (column) => [
    column.id({ hidden: true }),
    column.name('month', { width: 104, render: ({ month }) => monthName(month) }),
    column.label('ad', { width: 264, render: ({ ad, asp }) => ad?.label ?? (asp ? '' : <WholeProduct />) }),
    column.label('asp', { width: 112 }),
    column.number('cv', { width: 84 }),
    column.yen('amount', { width: 108 }),
    column.yen('cost', { width: 124 }),
    column.yen('cpa', { width: 96 }),
    column.number('roas', {
      render: ({ roas }) => (roas == null ? '' : metricText(roas, { unit: 'ratio' })),
    }),
    column.time('updatedAt', { hidden: true }),
  ],
  filters: [
    { name: 'month', words: filterMonths },
    { name: 'adId', refers: 'ad' },
    { name: 'aspId', refers: 'asp' },
  ],
});

/** Monthly targets of the product, its ads and asps. */
export function List() {
  const { t } = useTranslation();
  const mayEdit = useRight('ads') === 'edit';
  const [imported, setImported] = useState(0);
  const [importTargets] = useImportTargetsMutation();
  const importedTargets: ImportedSetting = {
    entity: 'target',
    path: '/api/v1/targets',
    naming: t('settings.import.target.naming'),
    texts: {
      title: t('settings.import.target.title'),
      current: t('settings.import.target.current'),
      format: t('settings.import.target.format'),
      nothing: t('settings.import.target.nothing'),
      file: t('settings.import.target.file'),
    },
    send: async (variables) => (await importTargets({ variables })).data?.importTargets,
  };
  return (
    <SettingList
      // An import may change any row, so the list is reset.
      key={imported}
      setting={targetSetting}
      actions={
        mayEdit && (
          <SettingImport setting={importedTargets} imported={() => setImported((count) => count + 1)} />
        )
      }
    />
  );
}

export const Detail = () => <SettingPage setting={targetSetting} />;
