import { Segmented, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { RoleType, ExcludedReason, isEnumValue } from '../../../../../shared/catalog';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useVisitorStoryQuery } from '../../../generated/graphql';
import { BackPage, Page } from '../../../kit/page';
import { withParameters } from '../../../kit/address';
import { menuLabel } from '../../../kit/menu-label';
import { usePageOrigin } from '../../../kit/page-origin';
import { CopyButton } from '../../../kit/copy-button';
import { PageSteps } from '../../../kit/list/list-footer';
import { jumpInstant, JumpTo } from '../../../kit/log/jump-to';
import { HorizonNote } from '../../../kit/log/horizon-note';
import { ErrorNote } from '../../../kit/error-note';
import { useProductId, useSession } from '../../../session/session-context';
import { storyKinds, type StoryEvent, type Fact, type EventDisplay } from './kinds';
import styles from './visitor.module.css';
import { enumLabel } from '../../../kit/enum-label';
import { SettingsLinks } from '../../../kit/log/settings-links';
import { StatusTag } from '../../../kit/status-tag';
import { useFieldTexts } from '../../../kit/use-field-texts';

function Facts({ entity, facts }: { entity: string | undefined; facts: readonly Fact[] }) {
  const texts = useFieldTexts(entity ?? 'log');
  return (
    <dl className={`ic-baseline ic-wrap ic-mt-4 ic-text-12 ${styles.facts}`}>
      {facts
        .filter(({ value }) => value !== '' && value !== null)
        .map(({ field, value }) => (
          <div className="ic-baseline ic-shrink ic-gap-8" key={field}>
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

const TONES = {
  contact: 'ic-tone-primary',
  view: '',
  conversion: `ic-tone-success ${styles.conversion}`,
  result: 'ic-tone-success',
};

/** One event of a visitor: time, title, details and applied settings. */
function EventItem({ event }: { event: StoryEvent }) {
  const { t } = useTranslation();
  const kind = storyKinds[event.kind];
  if (!kind) return null;
  const display = kind.describe(event);
  const time = formatDateTime(event.time).slice('yyyy/MM/dd '.length);
  const reason = display?.excludedReason;
  return (
    <li className={`ic-grid ic-align-baseline ic-gap-4-12 ic-text-13 ${styles.event} ${TONES[kind.tone]}`}>
      <time className="ic-figures" dateTime={event.time}>
        {display ? <Link to={display.href}>{time}</Link> : time}
      </time>
      <span className={styles.kind}>{kind.label(t)}</span>
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

/** Placeholder ids of visitors whose data was erased or has expired with the raw logs. */
const NOBODY = /^(?:erased|hash)~/;
const PAGE_SIZE = 50;
const END = 'end';
const NO_PLACE = { after: null, before: null, at: null };

/** Groups events by Tokyo day. */
function byDay(events: readonly StoryEvent[]): { day: string; events: StoryEvent[] }[] {
  const days: { day: string; events: StoryEvent[] }[] = [];
  for (const event of events) {
    const day = formatDateTime(event.time).slice(0, 'yyyy/MM/dd'.length);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

/** All events of one visitor in chronological order. The address holds the position. */
export function VisitorStory() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { profile } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const { to, routeKey } = usePageOrigin('/log/access');
  const newestFirst = parameters.get('order') === 'newest';
  const at = parameters.get('at');
  const instant = at === null ? null : jumpInstant(at, !newestFirst);
  const variables = {
    productId: useProductId(),
    visitorId: id,
    newestFirst,
    pageSize: PAGE_SIZE,
    after: parameters.get('after'),
    before: parameters.get('before'),
    at: instant === null ? null : new Date(instant).toISOString(),
  };
  const { data, previousData, error, refetch, loading } = useVisitorStoryQuery({
    variables,
    fetchPolicy: 'cache-and-network',
  });
  const story = (data ?? previousData)?.visitorStory;

  const go = (changes: Readonly<Record<string, string>>): void =>
    setParameters((before) => withParameters(before, { ...NO_PLACE, ...changes }), {
      preventScrollReset: false,
    });
  const stepTo = (name: 'after' | 'before', place: string | null | undefined) =>
    place == null ? undefined : () => go({ [name]: place });

  const content =
    error && !data ? (
      <ErrorNote
        missing={{ title: t('logs.visitor.empty'), hint: t('logs.visitor.emptyHint') }}
        error={error}
        retry={() => void refetch()}
      />
    ) : !story ? (
      <Skeleton active paragraph={{ rows: 12 }} />
    ) : (
      <>
        <div className="ic-row ic-wrap ic-gap-8-16 ic-line-bottom" style={{ paddingBottom: 12 }}>
          <ul className="ic-flex ic-wrap ic-list ic-m-0 ic-strong ic-figures ic-fill ic-gap-4-12">
            {story.counts.map(({ kind, count, countExact }) => {
              const name = storyKinds[kind]?.label(t) ?? kind;
              return (
                <li key={kind}>
                  {countExact
                    ? t('logs.visitor.count', { kind: name, count })
                    : t('logs.visitor.countMore', { kind: name, count })}
                </li>
              );
            })}
          </ul>
          <JumpTo at={at ?? undefined} onJump={(value) => go({ at: value })} />
          <Segmented
            aria-label={t('logs.visitor.order')}
            value={newestFirst ? 'newest' : 'oldest'}
            options={[
              { value: 'oldest', label: t('logs.visitor.oldest') },
              { value: 'newest', label: t('logs.visitor.newest') },
            ]}
            onChange={(order) => go({ order })}
          />
        </div>
        <div className={loading ? 'ic-stale' : undefined} aria-busy={loading}>
          {byDay(story.results).map(({ day, events }) => (
            <section key={day} aria-label={day}>
              <h2 className="ic-m-0 ic-text-14 ic-strong ic-figures ic-mt-16">{day}</h2>
              <ol className={`ic-list ic-m-0 ${styles.events}`}>
                {events.map((event, index) => (
                  <EventItem key={`${event.time} ${index}`} event={event} />
                ))}
              </ol>
            </section>
          ))}
        </div>
        {(story.next !== null || story.previous !== null) && (
          <div className="ic-row ic-centered ic-mt-12">
            <PageSteps
              first={story.previous === null ? undefined : () => go({})}
              previous={stepTo('before', story.previous)}
              next={stepTo('after', story.next)}
              last={story.next === null ? undefined : () => go({ before: END })}
            />
          </div>
        )}
      </>
    );
  return (
    <BackPage to={to} label={routeKey && menuLabel(t, routeKey)}>
      <Page title={t('logs.visitor.title')} lead={t('logs.visitor.lead')}>
        <HorizonNote aging="gone" />
        <section className="ic-card ic-p-16-20" aria-label={t('logs.storyOf', { visitor: id })}>
          <p className="ic-row ic-wrap ic-gap-8 ic-mb-12 ic-text-13">
            <span className="ic-secondary">{t('fields.label.log_visitorId')}</span>
            <code className="ic-break">{id}</code>
            <CopyButton text={id} label={t('fields.label.log_visitorId')} />
            {story && profile.roleType === RoleType.ADMIN && !NOBODY.test(id) && (
              <Link
                className="ic-push ic-text-13"
                to={`/config/product/erasure?${new URLSearchParams({ kind: 'visitor', id }).toString()}`}
              >
                {t('privacy.erasure.ofVisitor')}
              </Link>
            )}
          </p>
          {content}
        </section>
      </Page>
    </BackPage>
  );
}
