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
    <dl className={`ic-baseline ic-wrap ic-mt-2 ic-text-12 ${styles.facts}`}>
      {facts
        .filter(({ value }) => value !== '' && value !== null)
        .map(({ field, value }) => (
          <div className="ic-baseline ic-shrink ic-gap-6" key={field}>
            <dt className="ic-rigid ic-muted">{texts.label(field)}</dt>
            <dd className="ic-break">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Applied({ entity, display }: { entity: string | undefined; display: EventDisplay }) {
  const { t } = useTranslation();
  if (display.applied.length === 0) return null;
  return (
    <details className={`ic-mt-4 ic-text-12 ${styles.applied}`}>
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
    <li className={`ic-grid ic-align-baseline ic-gap-4-12 ic-text-13 ${styles.event} ${styles[kind.tone]}`}>
      <time className="ic-figures" dateTime={event.time}>
        {display ? <Link to={display.href}>{time}</Link> : time}
      </time>
      <span className={`ic-secondary ${styles.kind}`}>{kind.label(t)}</span>
      <div className={`ic-shrink ${styles.body}`}>
        {display ? (
          <>
            <p className="ic-flex ic-wrap ic-gap-4-12 ic-m-0 ic-break ic-medium">
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
