import { useTranslation } from 'react-i18next';

/** Note that the form's input was restored after the session ended and is not saved. */
export function RestoredNote() {
  const { t } = useTranslation();
  return (
    <p className="ic-rounded ic-p-12-16 ic-toned ic-tone-primary" role="status">
      {t('form.restored')}
    </p>
  );
}
