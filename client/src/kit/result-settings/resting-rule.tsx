import { useTranslation } from 'react-i18next';

/** What becomes of a rule of automatic approval that is on and has no value. */
export function RestingRule({ on, value }: { on: unknown; value: unknown }) {
  const { t } = useTranslation();
  const rests = on === true && (value === null || value === undefined || value === '');
  return (
    <p className="ic-muted" role="status">
      {rests && t('settings.ruleRests')}
    </p>
  );
}
