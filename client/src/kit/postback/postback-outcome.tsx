import { useTranslation } from 'react-i18next';
import { DIAGNOSES, type Diagnosis } from '../../../../shared/domain/postback';
import { StatusTag } from '../status-tag';
import styles from './postback-outcome.module.css';

/** One notification to an ad network, and what came of it. */
export interface SentPostback {
  url: string;
  requestHeaders?: string | null | undefined;
  durationMs: number;
  httpStatus?: number | null | undefined;
  /** Why no answer came, as the system names it. */
  error?: string | null | undefined;
  answer?: string | null | undefined;
  /** Where a redirect led. */
  location?: string | null | undefined;
  diagnosis: string;
}

const isDiagnosis = (text: string): text is Diagnosis => DIAGNOSES.some((one) => one === text);

/** What came of a notification: in words what is wrong and what to try, then the request and the answer themselves. */
export function PostbackOutcome({ sent, onFailure }: { sent: SentPostback; /** Stands with what to try. */ onFailure?: string }) {
  const { t } = useTranslation();
  const { url, requestHeaders, durationMs, httpStatus, error, answer } = sent;
  const diagnosis = isDiagnosis(sent.diagnosis) ? sent.diagnosis : 'otherAnswer';
  const delivered = diagnosis === 'delivered';
  const status = httpStatus ?? undefined;
  const values = { status: status ?? '–', location: sent.location ?? '–' };
  return (
    <div className={styles.outcome}>
      <p className={styles.head}>
        <StatusTag tone={delivered ? 'good' : 'bad'}>{t(delivered ? 'enums.QueueResult.SUCCESS' : 'enums.QueueResult.FAILURE')}</StatusTag>
        <span className={styles.facts}>
          <span>{status === undefined ? t('postback.outcome.noAnswer', { error: error ?? '–' }) : t('postback.outcome.status', { status })}</span>
          <span>{t('postback.outcome.took', { ms: durationMs.toLocaleString('en') })}</span>
        </span>
      </p>
      <p className={styles.what}>{t(`postback.doctor.${diagnosis}.what`, values)}</p>
      {!delivered && (
        <p className={styles.tryThis}>
          {t(`postback.doctor.${diagnosis}.tryThis`, values)}
          {onFailure && ` ${onFailure}`}
        </p>
      )}
      <dl className={styles.sides}>
        <div>
          <dt>{t('postback.outcome.request')}</dt>
          <dd>
            <pre className={styles.text}>{[`GET ${url}`, requestHeaders].filter(Boolean).join('\n')}</pre>
          </dd>
        </div>
        {status !== undefined && (
          <div>
            <dt>{t('postback.outcome.answer')}</dt>
            <dd>
              <pre className={styles.text}>{answer || t('postback.outcome.emptyAnswer')}</pre>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
