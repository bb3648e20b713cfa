import { Button, Skeleton, Input, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { AttributionModel, enumValues, ExcludedReason, isEnumValue } from '../../../../../../shared/catalog';
import { LONGEST_TERM } from '../../../../../../shared/domain/journey';
import { useCreditExplanationQuery } from '../../../../generated/graphql';
import { withHeading, joinList } from '../../../../i18n/punctuation';
import { enumLabel } from '../../../../kit/enum-label';
import { BarField } from '../../../../kit/filter/filter-bar';
import { EvaluationSelect, ModelSelect } from '../../../../kit/model-select';
import { Panel } from '../../../../kit/page';
import { ErrorNote } from '../../../../kit/error-note';
import { StatusTag } from '../../../../kit/status-tag';
import { useProductId } from '../../../../session/session-context';
import { Comparisons, evaluationOf, modelOf } from './comparisons';
import { ContactRow } from './contact-row';
import { withParameters } from '../../../../kit/address';
import { salesParts, sameRules, type Explanation, reasonTexts, type Contact } from './explanation';
import { formatDateTime, formatDay, parseDay } from '../../../../kit/tokyo-date';
import styles from './credit.module.css';

/** Margin before the first item, as a share of the line. */
const MARGIN = 0.03;

/** Maximum empty part before the first item, as a share of the time with events. */
const MAX_GAP = 0.15;

/** Timeline of the contacts, from the start of the window or the first earlier event to the conversion. */
function Timeline({ explanation }: { explanation: Explanation }) {
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
      <span
        className={`ic-nowrap ic-hint ic-figures ${styles.from}`}
        style={{ insetInlineStart: `${isCut ? 0 : Math.min(place(from), 60)}%` }}
      >
        {isCut && '← '}
        {t('credit.windowFrom')} {dayText(windowFrom)}
      </span>
      <span className={`ic-nowrap ic-hint ic-figures ${styles.to}`}>
        {t('credit.conversion')} {dayText(cvTime)}
      </span>
    </div>
  );
}

/** Parses a typed number of days, including full-width digits. Returns null if it is invalid. */
function parseDays(text: string): number | null {
  const typed = text.normalize('NFKC').trim();
  const days = Number(typed);
  return /^\d{1,4}$/.test(typed) && days >= 1 && days <= LONGEST_TERM ? days : null;
}

/** Edits the window in days before the conversion. Applies on blur or Enter. */
function WindowField({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(days));
  useEffect(() => setTyped(String(days)), [days]);
  const wrong = parseDays(typed) === null;
  const take = (): void => {
    const next = parseDays(typed);
    if (next !== null && next !== days) onChange(next);
  };
  return (
    <span>
      <Input
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('credit.window')}
        aria-invalid={wrong || undefined}
        status={wrong ? 'error' : ''}
        style={{ width: 180 }}
        styles={{ input: { textAlign: 'right' }, suffix: { whiteSpace: 'nowrap' } }}
        suffix={t('credit.windowDays')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
        }}
      />
      {wrong && (
        <span role="alert" style={{ display: 'block', color: 'var(--ic-error)', fontSize: 12 }}>
          {t('credit.windowWrong', { max: LONGEST_TERM })}
        </span>
      )}
    </span>
  );
}

/** Hash of the address that links here. */
const ID = 'credit';
const OWN = {
  model: Math.max(...enumValues(AttributionModel)),
  evaluation: 3,
  window: LONGEST_TERM,
} as const;
type Own = keyof typeof OWN;

const readNumber = (parameters: URLSearchParams, name: Own): number | null => {
  const value = Number(parameters.get(name) ?? NaN);
  return Number.isInteger(value) && value >= 1 && value <= OWN[name] ? value : null;
};

/**
 * Explains the credit of a conversion under any model, evaluation and window. The address holds the
 * selection.
 */
export function WhyCredit({ id, cvSettingId }: { id: string; cvSettingId: number | undefined }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const requested = {
    attributionModel: readNumber(parameters, 'model'),
    evaluation: readNumber(parameters, 'evaluation'),
    windowDays: readNumber(parameters, 'window'),
  };
  const { data, previousData, error, loading, refetch } = useCreditExplanationQuery({
    variables: {
      conversionId: id,
      productId: useProductId(),
      cvSettingId: cvSettingId ?? null,
      ...requested,
    },
    fetchPolicy: 'no-cache',
  });
  const explanation = (data ?? previousData)?.creditExplanation;
  const set = (changes: Partial<Record<Own, number | null>>): void =>
    setParameters((before) => withParameters(before, changes), { preventScrollReset: true });
  const { hash } = useLocation();
  const isLoaded = explanation !== undefined;
  // The panel renders after the page, so the browser can't scroll to the hash itself.
  useEffect(() => {
    if (isLoaded && hash === `#${ID}`) document.getElementById(ID)?.scrollIntoView();
  }, [hash, isLoaded]);
  return (
    <Panel id={ID} title={t('credit.title')} lead={t('credit.lead')}>
      {error && !data ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : !explanation ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <div className={loading ? 'ic-stale' : undefined} aria-busy={loading}>
          <div className="ic-row ic-wrap ic-gap-8-16">
            <BarField label={t('report.model')}>
              <ModelSelect value={explanation.asked.attributionModel} onChange={(model) => set({ model })} />
            </BarField>
            <BarField label={t('report.evaluation')}>
              <EvaluationSelect
                value={explanation.asked.evaluation}
                onChange={(evaluation) => set({ evaluation })}
              />
            </BarField>
            <BarField label={t('credit.window')}>
              <WindowField days={explanation.asked.windowDays} onChange={(window) => set({ window })} />
            </BarField>
          </div>
          <Rules
            explanation={explanation}
            onReset={() => set({ model: null, evaluation: null, window: null })}
          />
          <Timeline explanation={explanation} />
          <Contacts explanation={explanation} />
          <Comparisons explanation={explanation} />
        </div>
      )}
    </Panel>
  );
}

/** States whether these rules match the reports. If not, shows the reports' rules and a reset button. */
function Rules({
  explanation: { asked, counted, settings, trackingTerm },
  onReset,
}: {
  explanation: Explanation;
  onReset: () => void;
}) {
  const { t } = useTranslation();
  const stored =
    settings.trackingTerm === trackingTerm
      ? t('credit.days', { count: trackingTerm })
      : t('credit.trackingTermNow', { count: trackingTerm, now: settings.trackingTerm });
  return (
    <div className="ic-rounded ic-sunken ic-p-8-16 ic-text-13 ic-mt-12 ic-mb-12">
      {sameRules(asked, counted) ? (
        <p>
          <StatusTag tone="good">{t('credit.applying')}</StatusTag> {t('credit.applied')}
        </p>
      ) : (
        <p>
          <StatusTag tone="muted">{t('credit.trial')}</StatusTag>{' '}
          {t('credit.trialHint', {
            model: enumLabel(t, 'AttributionModel', modelOf(counted.attributionModel)),
            evaluation: enumLabel(t, 'NewAndExistingEvaluation', evaluationOf(counted.evaluation)),
            count: counted.windowDays,
          })}{' '}
          <Button type="link" size="small" onClick={onReset}>
            {t('credit.asCounted')}
          </Button>
        </p>
      )}
      <p className="ic-hint">
        {withHeading(t('credit.trackingTerm'), stored)}　{t('credit.settingsLead')}
      </p>
    </div>
  );
}

/** Contacts in the path, followed by those left out. */
function Contacts({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation();
  const { contacts, asked, amount, excludedReason } = explanation;
  const inPath = contacts.filter(({ position }) => position !== null);
  const out = contacts.filter(({ position }) => position === null);
  const excluded =
    excludedReason !== null && isEnumValue(ExcludedReason, excludedReason)
      ? enumLabel(t, 'ExcludedReason', excludedReason)
      : excludedReason;
  const nothing = excludedReason
    ? t('credit.excluded', { reason: excluded ?? '' })
    : asked.counts
      ? t('credit.noContacts')
      : t('credit.notCounted');
  const sales = salesParts(inPath, amount);
  const list = (some: Explanation['contacts']) => (
    <ol className="ic-list">
      {some.map((contact, index) => (
        <ContactRow
          key={`${contact.time} ${index}`}
          contact={contact}
          sales={sales[index] ?? 0}
          windowDays={asked.windowDays}
        />
      ))}
    </ol>
  );
  return (
    <>
      <section aria-label={t('credit.contacts')}>
        <h3 className="ic-text-14 ic-strong ic-mt-16 ic-mb-4">{t('credit.contacts')}</h3>
        {asked.attributionModel === AttributionModel.SHAPLEY && inPath.length > 0 && (
          <p className="ic-caption">{t('credit.shapley')}</p>
        )}
        {inPath.length > 0 ? list(inPath) : <p className="ic-muted">{nothing}</p>}
      </section>
      <section aria-label={t('credit.leftOut')}>
        <h3 className="ic-text-14 ic-strong ic-mt-16 ic-mb-4">{t('credit.leftOut')}</h3>
        {out.length > 0 ? list(out) : <p className="ic-muted">{t('credit.noLeftOut')}</p>}
        {out.filter(({ leftOut }) => leftOut === 'outside_tracking_term').length >= 50 && (
          <p className="ic-hint">{t('credit.olderCut')}</p>
        )}
      </section>
    </>
  );
}
