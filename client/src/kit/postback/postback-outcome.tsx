import { useTranslation } from 'react-i18next';
import { DIAGNOSES, type Diagnosis } from '../../../../shared/domain/postback';
import { StatusTag } from '../status-tag';

/** A postback and its outcome. */
export interface SentPostback {
  /** Null for users who may not see it. */
  url: string | null;
  requestHeaders?: string | null | undefined;
  durationMs: number;
  httpStatus?: number | null | undefined;
  /** System error if there was no answer. */
  error?: string | null | undefined;
  answer?: string | null | undefined;
  /** Target of a redirect. */
  location?: string | null | undefined;
  diagnosis: string;
}

const isDiagnosis = (text: string): text is Diagnosis => DIAGNOSES.some((one) => one === text);

/** Explains the problem with a postback and suggests a remedy. */
export function DiagnosisText({
  diagnosis,
  status,
  location,
  onFailure,
}: {
  diagnosis: Diagnosis;
  status?: number | null | undefined;
  location?: string | null | undefined;
  onFailure?: string | undefined;
}) {
  const { t } = useTranslation();
  const values = { status: status ?? '–', location: location ?? '–' };
  return (
    <>
      <p className="ic-break ic-medium">{t(`postback.doctor.${diagnosis}.what`, values)}</p>
      {diagnosis !== 'delivered' && (
        <p className="ic-break ic-note">
          {t(`postback.doctor.${diagnosis}.tryThis`, values)}
          {onFailure && ` ${onFailure}`}
        </p>
      )}
    </>
  );
}

/** Outcome of a postback: the problem and a remedy, then the request and the answer. */
export function PostbackOutcome({
  sent,
  onFailure,
  unseen,
  words,
  method = 'GET',
}: {
  sent: SentPostback;
  /** Replaces the explanation for ad networks. */ words?: string;
  method?: string;
  /** Follows the remedy. */ onFailure?: string;
  /** Replaces the request and the answer. */ unseen?: string;
}) {
  const { t } = useTranslation();
  const { url, requestHeaders, durationMs, httpStatus, error, answer } = sent;
  const diagnosis = isDiagnosis(sent.diagnosis) ? sent.diagnosis : 'otherAnswer';
  const delivered = diagnosis === 'delivered';
  const status = httpStatus ?? undefined;
  return (
    <div className="ic-stack ic-shrink ic-gap-4">
      <p className="ic-row ic-wrap ic-gap-4-12">
        <StatusTag tone={delivered ? 'good' : 'bad'}>
          {t(delivered ? 'enums.QueueResult.SUCCESS' : 'enums.QueueResult.FAILURE')}
        </StatusTag>
        <span className="ic-row ic-wrap ic-gap-4-12 ic-note ic-figures">
          <span>
            {status === undefined
              ? t('postback.outcome.noAnswer', { error: error ?? '–' })
              : t('postback.outcome.status', { status })}
          </span>
          <span>{t('postback.outcome.took', { ms: durationMs.toLocaleString('en') })}</span>
        </span>
      </p>
      {words === undefined ? (
        <DiagnosisText
          diagnosis={diagnosis}
          status={httpStatus}
          location={sent.location}
          onFailure={onFailure}
        />
      ) : (
        <p className="ic-break ic-medium">{words}</p>
      )}
      {unseen === undefined ? (
        <dl className="ic-stack ic-gap-8 ic-mt-8">
          <div>
            <dt className="ic-caption">{t('postback.outcome.request')}</dt>
            <dd>
              <pre className="ic-rounded ic-sunken ic-p-8-16 ic-m-0 ic-break ic-pre ic-code">
                {[`${method} ${url}`, requestHeaders].filter(Boolean).join('\n')}
              </pre>
            </dd>
          </div>
          {status !== undefined && (
            <div>
              <dt className="ic-caption">{t('postback.outcome.answer')}</dt>
              <dd>
                <pre className="ic-rounded ic-sunken ic-p-8-16 ic-m-0 ic-break ic-pre ic-code">
                  {answer || t('postback.outcome.emptyAnswer')}
                </pre>
              </dd>
            </div>
          )}
        </dl>
      ) : (
        <p className="ic-muted">{unseen}</p>
      )}
    </div>
  );
}
