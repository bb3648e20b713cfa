import { useTranslation } from 'react-i18next';

/** Note about an automatic approval rule that is on but has no value. */
export function IncompleteRuleNote({ on, value }: { on: unknown; value: unknown }) {
  const { t } = useTranslation();
  const isIncomplete = on === true && (value === null || value === undefined || value === '');
  return (
    <p className="ic-muted" role="status">
      {isIncomplete && t('settings.ruleRests')}
    </p>
  );
}
