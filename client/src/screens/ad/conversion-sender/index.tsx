import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SentValue } from '../../../../../shared/catalog';
import { platformKeys, platformOf, platforms } from '../../../../../shared/catalog/platforms';
import { settings } from '../../../generated/settings';
import { defineSetting } from '../../../kit/setting/define-setting';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { CredentialFields, PlatformPicker } from './credentials';
import { SenderActions } from './sender-actions';

/** Next step after a sender was saved. */
function SeeLog() {
  const { t } = useTranslation();
  return <Link to="/log/conversion-send">{t('sends.seeLog')}</Link>;
}

/** Senders of conversions to ad platforms. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.conversion_sender, {
    key: 'conversion_sender',
    opens: 'page',
    hasStatus: true,
    nameOf: ({ name }) => name,
    form: {
      entity: 'conversionSender',
      sections: [
        {
          key: 'platform',
          title: (t) => t('sends.section.platform'),
          items: [
            { render: (form) => <PlatformPicker form={form} /> },
            { name: 'name', whole: true },
            { render: (form) => <CredentialFields form={form} /> },
            { name: 'status', whole: true },
          ],
        },
        {
          key: 'what',
          title: (t) => t('sends.section.what'),
          items: [
            { name: 'cvSettingIds', whole: true },
            'sendWhen',
            'valueKind',
            {
              name: 'valueFixed',
              when: ({ valueKind }) => valueKind === SentValue.FIXED,
              required: () => true,
            },
            { name: 'consentRequired', whole: true },
          ],
        },
        {
          key: 'test',
          title: (t) => t('sends.section.test'),
          items: [
            { name: 'testMode', whole: true },
            { name: 'baseUrl', whole: true },
            {
              render: ({ stored }) =>
                stored && <SenderActions id={Number(stored.id)} platform={String(stored.platform)} />,
            },
          ],
        },
      ],
    },
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('name', { width: 260 }),
      column.status('status'),
      column.text('platform', {
        width: 260,
        render: ({ platform }) => platformOf(platform)?.name ?? platform,
      }),
      column.choice('sendWhen', 'SendWhen', { width: 150 }),
      column.choice('valueKind', 'SentValue', { width: 220 }),
      column.flag('consentRequired'),
      column.flag('testMode'),
      column.time('updatedAt'),
    ],
    filters: [
      {
        name: 'platform',
        words: () => platformKeys.map((key) => ({ value: key, label: platforms[key].name })),
      },
      { name: 'sendWhen', enumeration: 'SendWhen' },
    ],
    nextStep: () => <SeeLog />,
  }),
);
