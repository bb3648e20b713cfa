import { useTranslation } from 'react-i18next';
import { CvCondition } from '../../../../../shared/catalog';
import type { CvSettingFieldsFragment } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/code-line';
import { Stack } from '../../../kit/stack';

/** Call that reports a conversion with its amount, customer and order. */
const call = (id: number): string =>
  `window.icq = window.icq || [];
icq.push(['cv', { setting: ${id}, amount: 5000, user_id: 'U123', args: 'order=1001' }]);`;

/**
 * Snippet with conversion values. A button conversion goes into the site's own script, because a snippet on
 * the page would count every view.
 */
const withValues = (id: number, byButton: boolean): string =>
  byButton ? call(id) : `<script>\n${call(id)}\n</script>`;

/** Tags to copy onto the site for a CV setting. */
export function CvSnippets({ one }: { one: CvSettingFieldsFragment }) {
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
        text={withValues(one.id, byButton)}
      />
    </Stack>
  );
}
