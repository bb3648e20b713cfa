import { useTranslation } from 'react-i18next';
import { NoPostbackReason } from '../../../../../shared/domain/results';
import { formatEnteredYen, yenAffixes } from '../../../../../shared/format';
import type { ApprovalPreviewQuery, ApprovalSubjectQuery } from '../../../generated/graphql';
import { currentLanguage } from '../../../i18n/i18n';
import { formatRange } from '../../../i18n/punctuation';
import { formatDateTime, formatDay, parseDay } from '../../../kit/tokyo-date';
import { useConsoleConfig } from '../../../session/console-config';
import { useSession } from '../../../session/session-context';
import styles from './cv-approve.module.css';

type Preview = ApprovalPreviewQuery['approvalPreview'];

const dayWords = (day: string): string => formatDay(parseDay(day) ?? 0);

interface FactsProps {
  preview: Preview;
  /** The result if there is exactly one. */
  subject: ApprovalSubjectQuery['result'] | undefined;
}

/** Effects of a state change: number of results, cost by day, and which networks are notified or why not. */
export function ApprovalFacts({ preview, subject }: FactsProps) {
  const { t } = useTranslation();
  const { undoSeconds } = useConsoleConfig();
  const asps = useSession().selections.asp;
  const { changed, unchanged, approvedCost, pendingCost, dayFrom, dayTo, notices } = preview;
  const yen = (value: number): string =>
    `${value > 0 ? '+' : ''}${formatEnteredYen(value, { yen: yenAffixes[currentLanguage()] })}`;
  const aspName = (id: number | null): string =>
    id === null ? t('results.approve.noAsp') : (asps.find((asp) => asp.id === id)?.label ?? `#${id}`);
  const noticeWords = ({ aspId, count, untold }: Preview['notices'][number]): string => {
    const why = Object.values(NoPostbackReason).find((one) => one === untold);
    const asp = aspName(aspId);
    return why
      ? t('results.approve.untold', { asp, count, reason: t(`results.untold.${why}`) })
      : t('results.approve.told', { asp, count });
  };
  return (
    <dl className={`ic-grid ic-mb-16 ic-text-13 ${styles.facts}`}>
      <dt>{t('results.approve.changed')}</dt>
      <dd>
        <strong>
          {subject
            ? `${formatDateTime(subject.cvTime)} ${subject.ad?.label ?? ''}`
            : t('results.approve.count', { count: changed })}
        </strong>
      </dd>
      {unchanged > 0 && (
        <>
          <dt>{t('results.approve.unchanged')}</dt>
          <dd>{t('results.approve.count', { count: unchanged })}</dd>
        </>
      )}
      <dt>{t('results.approve.approvedCost')}</dt>
      <dd>{yen(approvedCost)}</dd>
      <dt>{t('results.approve.pendingCost')}</dt>
      <dd>{yen(pendingCost)}</dd>
      {dayFrom !== null && dayTo !== null && (
        <>
          <dt>{t('results.approve.days')}</dt>
          <dd>{dayFrom === dayTo ? dayWords(dayFrom) : formatRange(dayWords(dayFrom), dayWords(dayTo))}</dd>
        </>
      )}
      {notices.length > 0 && (
        <>
          <dt>{t('results.approve.notices')}</dt>
          <dd>
            <ul className="ic-list">
              {notices.map((notice) => (
                <li key={`${notice.aspId} ${notice.untold}`}>{noticeWords(notice)}</li>
              ))}
            </ul>
            {notices.some(({ untold }) => untold === null) && (
              <p className="ic-mt-4 ic-hint">{t('results.approve.after', { count: undoSeconds })}</p>
            )}
          </dd>
        </>
      )}
    </dl>
  );
}
