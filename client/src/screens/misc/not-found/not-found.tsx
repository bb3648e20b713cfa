import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { landingPath } from '../../../../../shared/catalog';
import { usePageTitle } from '../../../kit/page';
import { PlainButtonLink } from '../../../kit/plain-form';
import { Sign } from '../../../kit/sign';
import { StateNote } from '../../../kit/states';
import styles from './not-found.module.css';

/** Maximum length of the error text shown from the address. */
const MAX_ERROR_LENGTH = 120;

/** Page for unknown addresses: possible causes, the error named in the address and a link home. */
export function NotFound() {
  const { t } = useTranslation();
  const { error = '' } = useParams();
  const isStatus = /^[45]\d\d$/.test(error);
  usePageTitle(t('frame.notFoundTitle'));
  return (
    <main className={styles.page}>
      <p className={`ic-muted ic-text-center ${styles.code}`} aria-hidden="true">
        {isStatus ? error : 404}
      </p>
      <StateNote
        page
        icon={<Sign name="compass" />}
        title={t('frame.notFoundTitle')}
        hint={
          <>
            {error && !isStatus && (
              <p>
                <code>{error.slice(0, MAX_ERROR_LENGTH)}</code>
              </p>
            )}
            <p>{t('frame.notFoundCauses')}</p>
            <ul className="ic-mt-4 ic-start ic-indent">
              <li>{t('frame.notFoundMissing')}</li>
              <li>{t('frame.notFoundWrongUrl')}</li>
            </ul>
          </>
        }
        action={
          <PlainButtonLink primary to={landingPath}>
            {t('frame.notFoundHome')}
          </PlainButtonLink>
        }
      />
    </main>
  );
}
