import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, parseDay } from '../../../../kit/tokyo-date';
import styles from './credit.module.css';
import { reasonWords, type Contact, type Explanation } from './explanation';

/** Share of the line before the first thing on it. */
const MARGIN = 0.03;

/** When the contacts were, from the beginning of the window (or what came before it) to the conversion. */
export function Timeline({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation();
  const { contacts, windowFrom, cvTime, previousTime, asked } = explanation;
  const at = Date.parse(cvTime);
  const first = Math.min(Date.parse(windowFrom), ...contacts.map(({ time }) => Date.parse(time)));
  const span = Math.max(1, at - first);
  const place = (time: string | number): number => MARGIN * 100 + (1 - 2 * MARGIN) * 100 * ((typeof time === 'number' ? time : Date.parse(time)) - first) / span;
  const nameOf = ({ ad, position, leftOut, time }: Contact): string =>
    `${formatDateTime(time)} ${ad?.label ?? t('credit.others')}${position === null ? '' : ` #${position}`}${leftOut ? ` ${reasonWords(leftOut, asked.windowDays, t).short}` : ''}`;
  const dayText = (iso: string): string => formatDay(parseDay(formatDateTime(iso).slice(0, 10)) ?? 0);
  return (
    <div className={styles.timeline} role="img" aria-label={`${t('credit.timeline')}：${contacts.map(nameOf).join('、')}`}>
      <span className={styles.line} />
      <span className={styles.window} style={{ left: `${place(windowFrom)}%`, width: `${Math.max(0, place(at) - place(windowFrom))}%` }} />
      {previousTime && Date.parse(previousTime) >= first && (
        <Tooltip title={`${t('credit.previous')} ${formatDateTime(previousTime)}`}>
          <span className={styles.previous} style={{ left: `${place(previousTime)}%` }} />
        </Tooltip>
      )}
      {contacts.map((contact, index) => (
        <Tooltip key={index} title={nameOf(contact)}>
          <span className={contact.position === null ? styles.dotOut : styles.dot} style={{ left: `${place(contact.time)}%` }} />
        </Tooltip>
      ))}
      <Tooltip title={`${t('credit.conversion')} ${formatDateTime(cvTime)}`}>
        <span className={styles.cv} style={{ left: `${place(at)}%` }} />
      </Tooltip>
      <span className={styles.from} style={{ left: `${Math.min(place(windowFrom), 70)}%` }}>
        {t('credit.windowFrom')} {dayText(windowFrom)}
      </span>
      <span className={styles.to}>
        {t('credit.conversion')} {dayText(cvTime)}
      </span>
    </div>
  );
}
