import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  durationWords,
  formatDuration,
  formatPercent,
  formatYen,
  yenAffixes,
} from '../../../../../../shared/format';
import { currentLanguage } from '../../../../i18n/i18n';
import { logPaths } from '../../../../kit/log/log-paths';
import { useDeviceLabel } from '../../../../kit/report/use-row-names';
import { StatusTag } from '../../../../kit/status-tag';
import { formatDateTime } from '../../../../kit/tokyo-date';
import styles from './credit.module.css';
import { reasonTexts, type Contact } from './explanation';

/**
 * One contact with its position and credit, or the reason it isn't counted.
 * @param sales its part of the conversion's sales
 */
export function ContactRow({
  contact,
  sales,
  windowDays,
}: {
  contact: Contact;
  sales: number;
  windowDays: number;
}) {
  const { t } = useTranslation();
  const deviceLabel = useDeviceLabel();
  const { position, interactionId, ad, device, time, before, share, written, leftOut } = contact;
  const reason = leftOut ? reasonTexts(leftOut, windowDays, t) : null;
  const isOthers = position !== null && ad === null && interactionId === null;
  const lag =
    before === 0
      ? t('credit.same')
      : t('credit.before', { time: formatDuration(before, durationWords[currentLanguage()]) });
  return (
    <li className={`ic-line-bottom ic-text-13 ${reason ? styles.out : styles.in}`}>
      <span className={`ic-center ic-round ic-primary ic-strong ic-figures ${styles.position}`}>
        {position ?? '–'}
      </span>
      <div className={styles.who}>
        <p>
          {ad ? (
            <Link to={`/ad/setting/${ad.id}`}>{ad.label}</Link>
          ) : (
            <span className="ic-muted">{isOthers ? t('credit.others') : t('credit.gone')}</span>
          )}
          {device && <span className="ic-hint ic-ms-8">{deviceLabel(device)}</span>}
        </p>
        <p className={`ic-baseline ic-wrap ic-gap-4-12 ic-caption ic-figures`}>
          {interactionId ? (
            <Link to={logPaths.interaction(interactionId)}>{formatDateTime(time)}</Link>
          ) : (
            formatDateTime(time)
          )}
          <span>{lag}</span>
        </p>
      </div>
      {reason ? (
        <div className={`ic-baseline ic-wrap ic-gap-4-12 ${styles.why}`}>
          <StatusTag tone="muted">{reason.short}</StatusTag>
          <p className="ic-caption">{reason.sentence}</p>
        </div>
      ) : (
        <div className={`ic-grid ic-align-center ic-figures ${styles.gets}`}>
          <span className="ic-meter" data-drawn aria-hidden="true">
            <span style={{ width: `${(share ?? 0) * 100}%` }} />
          </span>
          <span className="ic-strong ic-end">{formatPercent(share, { showZero: true })}</span>
          <span className="ic-end">
            {formatYen(sales, { yen: yenAffixes[currentLanguage()], showZero: true })}
          </span>
          <code className="ic-break ic-caption ic-span">{written?.replaceAll('*', '×')}</code>
        </div>
      )}
    </li>
  );
}
