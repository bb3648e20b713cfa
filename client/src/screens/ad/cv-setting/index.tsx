import { CvCondition, CvType } from '../../../../../shared/catalog';
import type { CvSettingFieldsFragment } from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import type { FormValues } from '../../../kit/form/form-definition';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';
import { useTranslation } from 'react-i18next';
import { CodeLine } from '../../../kit/copy-button';
import { Stack } from '../../../kit/page';

/** Call that reports a conversion with its amount, customer and order. */
const call = ({ id, orderKey }: CvSettingFieldsFragment): string =>
  `window.icq = window.icq || [];
icq.push(['cv', { setting: ${id}, amount: 5000, user_id: 'U123', args: '${orderKey ?? 'order'}=1001' }]);`;

/**
 * Snippet with conversion values. A button conversion goes into the site's own script, because a snippet on
 * the page would count every view.
 */
const withValues = (one: CvSettingFieldsFragment, byButton: boolean): string =>
  byButton ? call(one) : `<script>\n${call(one)}\n</script>`;

/** Tags to copy onto the site for a CV setting. */
function CvSnippets({ one }: { one: CvSettingFieldsFragment }) {
  const { t } = useTranslation();
  const byButton = one.cvCondition === CvCondition.BUTTON_CLICK;
  return (
    <Stack>
      <p>{t(byButton ? 'settings.tags.cvButton' : 'settings.tags.cvAutomatic')}</p>
      {byButton ? (
        <CodeLine label={t('settings.tags.buttonAttribute')} text={`data-ic-cv="${one.id}"`} />
      ) : (
        <CodeLine label={t('settings.tags.cv')} text={one.cvTag} hint={t('settings.tags.cvHint')} />
      )}
      <CodeLine
        label={t(byButton ? 'settings.tags.exampleOnClick' : 'settings.tags.example')}
        text={withValues(one, byButton)}
      />
    </Stack>
  );
}

const byUrl = ({ cvCondition }: FormValues): boolean => cvCondition !== CvCondition.BUTTON_CLICK;
const byReferrer = ({ cvCondition }: FormValues): boolean => cvCondition === CvCondition.URL_REFERRER;

/** Conversion settings. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.cv_setting, {
    key: 'cv_setting',
    preset: () => ({ cvType: CvType.LAST_CV }),
    form: {
      entity: 'cvSetting',
      sections: [
        {
          key: 'basic',
          title: (t) => t('settings.section.basic'),
          items: [
            { name: 'title', autoFocus: true },
            'cvType',
            'cvSlot',
            { name: 'resultFlag', whole: true, when: ({ cvType }) => cvType === CvType.MIDDLE_CV },
          ],
        },
        {
          key: 'condition',
          title: (t) => t('settings.section.condition'),
          items: [
            { name: 'cvCondition', whole: true },
            { name: 'cvUrl', when: byUrl, required: byUrl },
            { name: 'referrerUrl', when: byReferrer, required: byReferrer },
            'orderKey',
            'cvTag',
          ],
        },
      ],
    },
    columns: (column) => [
      column.id(),
      column.name('title', { width: 200 }),
      column.choice('cvType', 'CvType', { width: 110 }),
      column.number('cvSlot', { width: 72 }),
      column.choice('cvCondition', 'CvCondition', { width: 130 }),
      column.text('cvUrl', { width: 260 }),
      column.text('referrerUrl', { width: 240, hidden: true }),
      column.flag('resultFlag', { width: 200, hidden: true }),
      column.text('orderKey', { width: 160, hidden: true }),
      column.copy('cvTag', { width: 180 }),
      column.time('updatedAt', { hidden: true }),
    ],
    filters: [
      { name: 'cvType', enumeration: 'CvType' },
      { name: 'cvCondition', enumeration: 'CvCondition' },
    ],
    nextStep: (one) => <CvSnippets one={one} />,
    belowForm: (one) => <CvSnippets one={one} />,
  }),
);
