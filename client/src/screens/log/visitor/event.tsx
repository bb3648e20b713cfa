import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ExcludedReason, isEnumValue } from '../../../../../shared/catalog';
import { enumLabel } from '../../../kit/enum-label';
import { SettingsWays } from '../../../kit/log/settings-ways';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { storyKinds, type Fact, type StoryEvent, type Told } from './kinds';
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

function Applied({ entity, told }: { entity: string | undefined; told: Told }) {
  const { t } = useTranslation();
  if (told.applied.length === 0) return null;
  return (
    <details className={styles.applied}>
      <summary>{t('logs.applied')}</summary>
      <p>{t('logs.appliedLead')}</p>
      <Facts entity={entity} facts={told.applied} />
      <SettingsWays {...told.settings} />
    </details>
  );
}

/** One event of a visitor: time, title, details and applied settings. */
export function EventItem({ event }: { event: StoryEvent }) {
  const { t } = useTranslation();
  const kind = storyKinds[event.kind];
  if (!kind) return null;
  const told = kind.tell(event);
  const time = formatDateTime(event.time).slice('yyyy/MM/dd '.length);
  const reason = told?.excludedReason;
  return (
    <li className={`${styles.event} ${styles[kind.tone]}`}>
      <time className={styles.time} dateTime={event.time}>
        {told ? <Link to={told.href}>{time}</Link> : time}
      </time>
      <span className={styles.kind}>{kind.label(t)}</span>
      <div className={styles.body}>
        {told ? (
          <>
            <p className={styles.title}>
              {told.title}
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
            <Facts entity={kind.entity} facts={told.facts} />
            <Applied entity={kind.entity} told={told} />
          </>
        ) : (
          <p className="ic-muted">{t('logs.visitor.hidden')}</p>
        )}
      </div>
    </li>
  );
}
