import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ExcludedReason, isEnumValue } from '../../../../../shared/catalog';
import { enumLabel } from '../../../kit/enum-label';
import { SettingsLinks } from '../../../kit/log/settings-links';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { storyKinds, type Fact, type StoryEvent, type EventDisplay } from './kinds';
import styles from './visitor.module.css';

function Facts({ entity, facts }: { entity: string | undefined; facts: readonly Fact[] }) {
  const texts = useFieldTexts(entity ?? 'log');
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== '' && value !== null)
        .map(({ field, value }) => (
          <div key={field}>
            <dt>{texts.label(field)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Applied({ entity, display }: { entity: string | undefined; display: EventDisplay }) {
  const { t } = useTranslation();
  if (display.applied.length === 0) return null;
  return (
    <details className={styles.applied}>
      <summary>{t('logs.applied')}</summary>
      <p>{t('logs.appliedLead')}</p>
      <Facts entity={entity} facts={display.applied} />
      <SettingsLinks {...display.settings} />
    </details>
  );
}

/** One event of a visitor: time, title, details and applied settings. */
export function EventItem({ event }: { event: StoryEvent }) {
  const { t } = useTranslation();
  const kind = storyKinds[event.kind];
  if (!kind) return null;
  const display = kind.describe(event);
  const time = formatDateTime(event.time).slice('yyyy/MM/dd '.length);
  const reason = display?.excludedReason;
  return (
    <li className={`${styles.event} ${styles[kind.tone]}`}>
      <time className={styles.time} dateTime={event.time}>
        {display ? <Link to={display.href}>{time}</Link> : time}
      </time>
      <span className={styles.kind}>{kind.label(t)}</span>
      <div className={styles.body}>
        {display ? (
          <>
            <p className={styles.title}>
              {display.title}
              {reason && (
                <StatusTag tone="muted">
                  {t('logs.notCounted', {
                    reason: isEnumValue(ExcludedReason, reason)
                      ? enumLabel(t, 'ExcludedReason', reason)
                      : reason,
                  })}
                </StatusTag>
              )}
            </p>
            <Facts entity={kind.entity} facts={display.facts} />
            <Applied entity={kind.entity} display={display} />
          </>
        ) : (
          <p className="ic-muted">{t('logs.visitor.hidden')}</p>
        )}
      </div>
    </li>
  );
}
