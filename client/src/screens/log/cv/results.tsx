import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CvType, ExcludedReason, isEnumValue, RoleType } from '../../../../../shared/catalog';
import { diagnose } from '../../../../../shared/domain/postback';
import { formatYen, yenAffixes } from '../../../../../shared/format';
import {
  useConversionResultsQuery,
  type ConversionQuery,
  type ConversionResultsQuery,
} from '../../../generated/graphql';
import { currentLanguage } from '../../../i18n/i18n';
import { enumLabel } from '../../../kit/enum-label';
import { useSeesPersonal } from '../../../kit/log/log-definition';
import { logPaths } from '../../../kit/log/log-paths';
import { Panel, PanelRows } from '../../../kit/page';
import { PostbackKind, PostbackState, untoldText } from '../../../kit/postback/postback-labels';
import { PostbackOutcome } from '../../../kit/postback/postback-outcome';
import { serverNow } from '../../../kit/server-clock';
import { LoadState } from '../../../kit/setting/load-state';
import { ApprovalTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';
import { useProductId, useSession } from '../../../session/session-context';

type Conversion = ConversionQuery['conversion'];
type Result = ConversionResultsQuery['results']['results'][number];
type Postback = Result['notifications'][number];

/** Results are created within seconds, at most minutes. */
const SOON_MS = 2 * 60_000;
const POLL_MS = 5000;

/** Says why a conversion has no result, as far as the user may know. */
export function noResultText(
  t: TFunction,
  conversion: Pick<Conversion, 'excludedReason' | 'lastCvAd' | 'cvType'>,
  { isAgency, isNew }: { isAgency: boolean; isNew: boolean },
): string {
  const { excludedReason: reason, lastCvAd, cvType } = conversion;
  if (reason)
    return t('logs.cv.noResult.excluded', {
      reason: isEnumValue(ExcludedReason, reason) ? enumLabel(t, 'ExcludedReason', reason) : reason,
    });
  if (isNew) return t('logs.cv.noResult.soon');
  if (isAgency) return t('logs.cv.noResult.agency');
  if (!lastCvAd) return t('logs.cv.noResult.direct');
  return t(cvType === CvType.MIDDLE_CV ? 'logs.cv.noResult.middle' : 'logs.cv.noResult.flag', {
    ad: lastCvAd.label,
  });
}

/** A postback with its attempts. */
function PostbackItem({ item }: { item: Postback }) {
  const { t } = useTranslation();
  const seesPersonal = useSeesPersonal();
  const { attemptLog } = item;
  return (
    <li className="ic-mt-8">
      <p className="ic-row ic-wrap ic-gap-4-12">
        <PostbackState state={item.state} />
        <Link to={logPaths.postback(item.id)}>{formatDateTime(item.createdAt)}</Link>
        <span className="ic-secondary">
          <PostbackKind kind={item.kind} />
        </span>
      </p>
      {attemptLog.length === 0 ? (
        <p className="ic-muted">{t('results.queue.noAttempts')}</p>
      ) : (
        <details className="ic-mt-4">
          <summary className="ic-pointer ic-secondary">
            {t('logs.cv.attempts', { count: attemptLog.length })}
          </summary>
          <ol className="ic-stack ic-gap-12 ic-list ic-mt-8">
            {attemptLog.map((attempt, index) => (
              <li key={index}>
                <time className="ic-figures ic-caption" dateTime={attempt.at}>
                  {formatDateTime(attempt.at)}
                </time>
                <PostbackOutcome
                  sent={{
                    ...attempt,
                    diagnosis: diagnose({ status: attempt.httpStatus, error: attempt.error }),
                    location: attempt.errorDetail,
                  }}
                  {...(!seesPersonal && { unseen: t('results.queue.masked') })}
                />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** Postbacks of a result, or why there is none. */
function Postbacks({ result }: { result: Result }) {
  const { t } = useTranslation();
  const mayOpen = useRight('postbacks') !== 'none';
  if (mayOpen && result.notifications.length > 0)
    return (
      <ul className="ic-list">
        {result.notifications.map((item) => (
          <PostbackItem key={item.id} item={item} />
        ))}
      </ul>
    );
  const untold = untoldText(t, result.history.at(-1)?.untold ?? null);
  return <p className="ic-muted">{untold ?? t('results.notifications.none')}</p>;
}

/** Results of a conversion with their states and postbacks, or in words why there is none. */
export function ConversionResults({ conversion }: { conversion: Conversion }) {
  const { t } = useTranslation();
  const isAgency = useSession().profile.roleType === RoleType.AGENCY;
  const { eventId, cvSettingId, storedAt } = conversion;
  const [isNew, setNew] = useState(() => serverNow() - Date.parse(storedAt) < SOON_MS);
  const { data, error, refetch } = useConversionResultsQuery({
    variables: { productId: useProductId(), eventId, cvSettingId },
    fetchPolicy: 'cache-and-network',
    pollInterval: isNew ? POLL_MS : 0,
  });
  const results = data?.results.results;
  const exist = results !== undefined && results.length > 0;
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => setNew(false), exist ? 0 : SOON_MS);
    return () => clearTimeout(timer);
  }, [isNew, exist]);
  return (
    <Panel title={t('logs.cv.results')} lead={t('logs.cv.resultsLead')}>
      {!results && <LoadState error={error} retry={() => void refetch()} rows={2} />}
      {results?.length === 0 && (
        <p className="ic-muted">{noResultText(t, conversion, { isAgency, isNew })}</p>
      )}
      <PanelRows>
        {results?.map((result) => (
          <li key={result.id} className="ic-line-bottom ic-mb-12 ic-text-13" style={{ paddingBottom: 12 }}>
            <p className="ic-baseline ic-wrap ic-gap-8-16 ic-figures">
              <Link className="ic-break ic-medium" to={logPaths.result(result.id)}>
                {result.ad?.label ?? result.id}
              </Link>
              <ApprovalTag status={result.approvalStatus} />
              <span className="ic-secondary">{result.asp?.label}</span>
              <span className="ic-secondary">
                {formatYen(result.cvCost, { yen: yenAffixes[currentLanguage()], showZero: true })}
              </span>
              <time className="ic-secondary" dateTime={result.createdAt}>
                {formatDateTime(result.createdAt)}
              </time>
            </p>
            <Postbacks result={result} />
          </li>
        ))}
      </PanelRows>
    </Panel>
  );
}
