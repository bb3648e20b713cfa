import { LinkOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { directLink, mediumQuery, withQuery, type MediumParameters } from '../../../../../shared/domain/delivery';
import { isHttpUrl } from '../../../../../shared/entities/fields/formats';
import { useAspQuery, type AdFieldsFragment } from '../../../generated/graphql';
import { CodeLine } from '../../../kit/code-line';
import { useForm } from '../../../kit/form/form-engine';
import styles from '../../../kit/resource/resource-page.module.css';
import { own } from './inherited-group';

const ownParameters = own('useParamsIndividuallySetting');

/** The parameters in force for what is being typed: the ad's own or those of its ad network. */
function useParameters(): MediumParameters {
  const { judged } = useForm();
  const individually = ownParameters(judged);
  const { data } = useAspQuery({ variables: { id: (judged.aspId as number | null) ?? 0 }, skip: individually });
  // The judged values have the fields of MediumParameters by the same names.
  const values = judged as unknown as MediumParameters;
  return individually ? values : (data?.asp ?? values);
}

/** The URLs to hand to the medium, following what is being typed; they count once it is saved. */
export function AdLinksPreview() {
  const { t } = useTranslation();
  const { values, stored, dirty } = useForm();
  const parameters = useParameters();
  const base = typeof stored?.submittionUrl === 'string' ? stored.submittionUrl.split('?')[0] : undefined;
  const landing = typeof values.redirectUrl === 'string' && isHttpUrl(values.redirectUrl.trim()) ? values.redirectUrl.trim() : null;
  const adId = typeof stored?.id === 'number' ? stored.id : undefined;
  return (
    <div className={styles.stack} aria-live="polite">
      <CodeLine
        label={t('settings.links.submittion')}
        text={base && withQuery(base, mediumQuery(parameters))}
        placeholder={t('settings.links.afterSave')}
        hint={dirty && base ? t('settings.links.preview') : t('settings.links.submittionHint')}
      />
      <CodeLine
        label={t('settings.links.direct')}
        text={adId === undefined ? null : directLink(landing, adId, parameters)}
        placeholder={t(adId === undefined ? 'settings.links.afterSave' : 'settings.links.needsLanding')}
        hint={t('settings.links.directHint')}
      />
      <p className={styles.facts}>
        {t('settings.links.abTest')} <Link to={`/ad/redirect-setting${adId === undefined ? '' : `?adId=${adId}`}`}>{t('settings.links.openRedirects')}</Link>
      </p>
    </div>
  );
}

/** The next step after saving an ad: copy what is handed to the medium, and try it. */
export function AdLinks({ one }: { one: AdFieldsFragment }) {
  const { t } = useTranslation();
  return (
    <div className={styles.stack}>
      <CodeLine label={t('settings.links.submittion')} text={one.submittionUrl} hint={t('settings.links.submittionHint')} />
      {one.directLink && <CodeLine label={t('settings.links.direct')} text={one.directLink} hint={t('settings.links.directHint')} />}
      {one.submittionUrl && (
        <span>
          <Button icon={<LinkOutlined />} href={one.submittionUrl} target="_blank" rel="noreferrer">
            {t('settings.hits.testClick')}
          </Button>
        </span>
      )}
    </div>
  );
}
