import { LoadingOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CvType, ExcludedReason, isEnumValue } from '../../../../../shared/catalog';
import { durationWords, formatDuration, formatYen, yenAffixes } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import { ApprovalTag, StatusTag } from '../../../kit/status-tag';
import { enumLabel } from '../../../kit/enum-label';
import { failureText } from '../../../kit/failure';
import { logPaths } from '../../../kit/log/log-paths';
import { formatDateTime } from '../../../kit/tokyo-date';
import { type Arrival, startOf } from './arrivals';
import type { Walk } from './use-walk';
import styles from './walk.module.css';

/** After this time without a click, the user gets a hint. */
const DELAY_MS = 30_000;
const CLOCK = 'yyyy/MM/dd '.length;

interface ArrivalText {
  title: ReactNode;
  href: string;
  extra?: ReactNode;
  excludedReason?: string | null;
}

function useArrivalText(): (arrival: Arrival) => ArrivalText {
  const { t } = useTranslation();
  return (arrival) => {
    switch (arrival.kind) {
      case 'click':
        return {
          title: arrival.click.ad?.label ?? arrival.click.id,
          href: logPaths.interaction(arrival.click.id),
          extra: arrival.click.lpoTitle,
          excludedReason: arrival.click.excludedReason,
        };
      case 'landing':
      case 'view':
        return {
          title: arrival.view.title ?? arrival.view.accessUrl,
          href: logPaths.access(arrival.view.id),
          excludedReason: arrival.view.excludedReason,
        };
      case 'conversion': {
        const { cvSetting, eventId, cvSettingId, cvType, amount, excludedReason } = arrival.conversion;
        return {
          title: cvSetting?.label ?? eventId,
          href: logPaths.conversion(eventId, cvSettingId),
          extra:
            cvType === CvType.MIDDLE_CV
              ? enumLabel(t, 'CvType', cvType)
              : formatYen(amount, { yen: yenAffixes[currentLanguage()] }),
          excludedReason,
        };
      }
      case 'result':
        return {
          title: arrival.result.asp?.label ?? arrival.result.ad?.label ?? arrival.result.id,
          href: logPaths.result(arrival.result.id),
          extra: <ApprovalTag status={arrival.result.approvalStatus} />,
        };
      case 'postback': {
        const { id, state, attempts } = arrival.notification;
        const words =
          state === 'success'
            ? 'walk.postback.success'
            : state === 'failure'
              ? 'walk.postback.failure'
              : 'walk.postback.pending';
        return {
          title: arrival.result.asp?.label ?? id,
          href: logPaths.postback(id),
          extra: t(words, { attempts }),
        };
      }
    }
  };
}

/** Arrivals with their time and delay since the click. */
export function ArrivalList({ walk, mark }: { walk: Walk; mark: string | null }) {
  const { t } = useTranslation();
  const textOf = useArrivalText();
  const { click, arrivals, error } = walk;
  const waiting = useIsDelayed(mark, click !== undefined);
  const after = (time: string): string =>
    t('walk.arrivals.after', {
      time: formatDuration(
        (Date.parse(time) - Date.parse(click?.createdAt ?? time)) / 1000,
        durationWords[currentLanguage()],
      ),
    });
  return (
    <div>
      {mark === null && <p className="ic-mt-12 ic-note">{t('walk.arrivals.none')}</p>}
      <ol className="ic-list ic-m-0" aria-live="polite" aria-relevant="additions">
        {arrivals.map((arrival) => {
          const { title, href, extra, excludedReason } = textOf(arrival);
          return (
            <li
              key={arrival.key}
              className={`ic-grid ic-align-baseline ic-gap-4-12 ic-line-bottom ic-text-13 ${styles.arrival}`}
            >
              <time className="ic-secondary ic-figures" dateTime={arrival.time}>
                {formatDateTime(arrival.time).slice(CLOCK)}
              </time>
              <span className={`ic-strong ${arrival.kind === 'click' ? 'ic-primary' : 'ic-success'}`}>
                {t(`walk.kinds.${arrival.kind}`)}
              </span>
              <div className={`ic-flex ic-wrap ic-shrink ic-gap-4-12 ic-break ${styles.what}`}>
                <Link to={href}>{title}</Link>
                {extra && <span className="ic-figures">{extra}</span>}
                {excludedReason && (
                  <StatusTag tone="bad">
                    {t('logs.notCounted', {
                      reason: isEnumValue(ExcludedReason, excludedReason)
                        ? enumLabel(t, 'ExcludedReason', excludedReason)
                        : excludedReason,
                    })}
                  </StatusTag>
                )}
                {arrival.kind !== 'click' && (
                  <span className="ic-push ic-caption ic-figures">{after(arrival.time)}</span>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {mark !== null && !error && (
        <p className="ic-mt-12 ic-note" role="status">
          <LoadingOutlined aria-hidden="true" /> {t(`walk.waiting.${walk.step}`)}
        </p>
      )}
      {error && (
        <p className="ic-m-0 ic-error ic-text-13" role="alert">
          {failureText(t, error)} {t('walk.arrivals.goesOn')}
        </p>
      )}
      {waiting && (
        <div className="ic-rounded ic-sunken ic-p-12-16 ic-text-13">
          <p>{t('walk.long.title')}</p>
          <ul className="ic-mt-4 ic-mb-8 ic-indent">
            {(['closed', 'blocker', 'ad', 'excluded'] as const).map((hint) => (
              <li key={hint}>{t(`walk.long.${hint}`)}</li>
            ))}
          </ul>
          <Link to="/log/refused">{t('walk.long.refused')}</Link>
        </div>
      )}
    </div>
  );
}

/** Returns true if the click takes longer than expected. */
function useIsDelayed(mark: string | null, arrived: boolean): boolean {
  const [long, setLong] = useState<string | null>(null);
  useEffect(() => {
    if (mark === null || arrived) return undefined;
    const timer = setTimeout(() => setLong(mark), Math.max(0, startOf(mark) + DELAY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [mark, arrived]);
  return mark !== null && long === mark && !arrived;
}
