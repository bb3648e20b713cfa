import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { withHeading, joinList } from '../../../../i18n/punctuation';
import { formatDateTime, formatDay, parseDay } from '../../../../kit/tokyo-date';
import styles from './credit.module.css';
import { reasonTexts, type Contact, type Explanation } from './explanation';

/** Margin before the first item, as a share of the line. */
const MARGIN = 0.03;

/** Maximum empty part before the first item, as a share of the time with events. */
const MAX_GAP = 0.15;

/** Timeline of the contacts, from the start of the window or the first earlier event to the conversion. */
export function Timeline({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation();
  const { contacts, windowFrom, cvTime, previousTime, asked } = explanation;
  const at = Date.parse(cvTime);
  const from = Date.parse(windowFrom);
  const earliest = Math.min(
    at,
    ...contacts.map(({ time }) => Date.parse(time)),
    ...(previousTime ? [Date.parse(previousTime)] : []),
  );
  // Cuts off a long empty start, which would squeeze all events together.
  const isCut = earliest < at && from < earliest - (at - earliest) * MAX_GAP;
  const first = isCut ? earliest - (at - earliest) * MAX_GAP : Math.min(from, earliest);
  const span = Math.max(1, at - first);
  const place = (time: string | number): number =>
    MARGIN * 100 +
    ((1 - 2 * MARGIN) * 100 * ((typeof time === 'number' ? time : Date.parse(time)) - first)) / span;
  const nameOf = ({ ad, position, leftOut, time }: Contact): string =>
    `${formatDateTime(time)} ${ad?.label ?? t('credit.others')}${position === null ? '' : ` #${position}`}${leftOut ? ` ${reasonTexts(leftOut, asked.windowDays, t).short}` : ''}`;
  const dayText = (iso: string): string => formatDay(parseDay(formatDateTime(iso).slice(0, 10)) ?? 0);
  return (
    <div
      className={styles.timeline}
      role="img"
      aria-label={withHeading(t('credit.timeline'), joinList(contacts.map(nameOf)))}
    >
      <span className={styles.line} />
      <span
        className={styles.window}
        style={{
          insetInlineStart: `${isCut ? 0 : place(from)}%`,
          width: `${Math.max(0, place(at) - (isCut ? 0 : place(from)))}%`,
        }}
      />
      {previousTime && Date.parse(previousTime) >= first && (
        <Tooltip title={`${t('credit.previous')} ${formatDateTime(previousTime)}`}>
          <span className={styles.previous} style={{ insetInlineStart: `${place(previousTime)}%` }} />
        </Tooltip>
      )}
      {contacts.map((contact, index) => (
        <Tooltip key={index} title={nameOf(contact)}>
          <span
            className={contact.position === null ? styles.dotOut : styles.dot}
            style={{ insetInlineStart: `${place(contact.time)}%` }}
          />
        </Tooltip>
      ))}
      <Tooltip title={`${t('credit.conversion')} ${formatDateTime(cvTime)}`}>
        <span className={styles.cv} style={{ insetInlineStart: `${place(at)}%` }} />
      </Tooltip>
      <span className={styles.from} style={{ insetInlineStart: `${isCut ? 0 : Math.min(place(from), 60)}%` }}>
        {isCut && '← '}
        {t('credit.windowFrom')} {dayText(windowFrom)}
      </span>
      <span className={styles.to}>
        {t('credit.conversion')} {dayText(cvTime)}
      </span>
    </div>
  );
}
