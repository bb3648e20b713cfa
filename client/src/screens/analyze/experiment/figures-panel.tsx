import { LockOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExperimentMeasure } from '../../../../../shared/catalog';
import { startOfDay } from '../../../../../shared/domain/calendar';
import {
  useExperimentFiguresQuery,
  useExperimentQuery,
  useFreezeExperimentMutation,
  type ExperimentFieldsFragment,
} from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { failureText } from '../../../kit/failure';
import { inputValues } from '../../../kit/form/form-definition';
import type { FormHandle } from '../../../kit/form/form-engine';
import { notify } from '../../../kit/notifier';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import {
  dayText,
  formatApiDay,
  formatDateTime,
  formatDay,
  parseDay,
  tokyoToday,
} from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';
import { useProductId } from '../../../session/session-context';
import {
  costTexts,
  effectText,
  placeboTexts,
  smallestText,
  verdictText,
  waitText,
  type Figures,
} from './sentences';
import { WeekChart } from './week-chart';

const TONES = { found: 'good', none: 'muted', opposite: 'bad' } as const satisfies Record<string, Tone>;

type Stored = Pick<ExperimentFieldsFragment, 'id' | 'version' | 'firstDay' | 'frozenAt' | 'dataVersion'>;

/** Button that freezes a plan, after a question. */
function FreezeButton({ stored, readableFrom }: { stored: Stored; readableFrom: string }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [freeze] = useFreezeExperimentMutation({ refetchQueries: ['ExperimentFigures'] });
  const isLate = stored.firstDay <= dayText(tokyoToday());
  return (
    <>
      <div>
        <Button icon={<LockOutlined />} onClick={() => setAsking(true)}>
          {t('experiment.freeze')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('experiment.freezeTitle')}
          okText={t('experiment.freeze')}
          width={440}
          run={async () => {
            await freeze({ variables: { id: stored.id, version: stored.version } });
            notify('SUCCESS', t('experiment.frozen'));
          }}
          onResult={() => setAsking(false)}
        >
          <p>{t('experiment.freezeBody', { day: formatApiDay(readableFrom) })}</p>
          {isLate && <p className="ic-warning ic-mt-8">{t('experiment.freezeLate')}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Sentences, one a paragraph. */
const Lines = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <p key={text} className="ic-note">
      {text}
    </p>
  ));

interface AnswerProps {
  figures: Figures;
  measure: ExperimentMeasure;
  firstDay: string;
  offWeeks: number;
  stored: Stored | undefined;
}

/** The smallest effect, the chart and the result of a test. */
function Answer({ figures, measure, firstDay, offWeeks, stored }: AnswerProps) {
  const { t } = useTranslation();
  const mayEdit = useRight('experiments') === 'edit';
  const { result, baseline, usedWeeks } = figures;
  const frozenAt = stored?.frozenAt ?? null;
  const isLate =
    frozenAt !== null && Date.parse(frozenAt) >= startOfDay(parseDay(stored?.firstDay ?? '') ?? 0);
  const wait = waitText(t, figures, firstDay);
  const verdict =
    result && (result.verdict === 'found' || result.verdict === 'opposite' ? result.verdict : 'none');
  return (
    <div className="ic-stack ic-gap-12">
      {result && verdict && (
        <section className="ic-stack ic-gap-8" aria-label={t('experiment.result')}>
          <p className="ic-strong">
            <StatusTag tone={TONES[verdict]}>{t('experiment.result')}</StatusTag>{' '}
            {verdictText(t, result, figures, measure)}
          </p>
          <Lines texts={costTexts(t, result, measure, offWeeks)} />
        </section>
      )}
      <section className="ic-stack ic-gap-8" aria-label={t('experiment.figures')}>
        <p className={result ? '' : 'ic-strong'}>{smallestText(t, figures, measure)}</p>
        <Lines
          texts={[
            ...(frozenAt === null ? [] : [t('experiment.smallestFrozen')]),
            ...(baseline === null
              ? []
              : [
                  t('experiment.smallestHint', {
                    baseline: effectText(t, baseline, measure),
                    weeks: usedWeeks,
                  }),
                ]),
            ...placeboTexts(t, figures, offWeeks),
          ]}
        />
      </section>
      {figures.weeks.length > 0 && <WeekChart weeks={figures.weeks} measure={measure} />}
      <p className="ic-hint">{t('experiment.affected')}</p>
      {wait && <p>{wait}</p>}
      {frozenAt !== null && (
        <p className="ic-hint ic-figures">
          {t('experiment.frozenLine', {
            time: formatDateTime(frozenAt),
            version: stored?.dataVersion ?? '-',
          })}
        </p>
      )}
      {isLate && <p className="ic-warning ic-text-13">{t('experiment.frozenLate')}</p>}
      {stored && frozenAt === null && mayEdit && (
        <FreezeButton stored={stored} readableFrom={figures.readableFrom} />
      )}
    </div>
  );
}

/** Figures of the plan in the form, saved or not. */
export function FiguresPanel({ form }: { form: FormHandle }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const id = typeof form.stored?.id === 'number' ? form.stored.id : null;
  // The form keeps the record that it opened with; the cache has the frozen one.
  const { data: cached } = useExperimentQuery({
    variables: { id: id ?? 0 },
    skip: id === null,
    fetchPolicy: 'cache-only',
  });
  // A form with changes is another plan.
  const stored = form.dirty ? undefined : cached?.experiment;
  const { adIds, firstDay, offWeeks, measure } = form.normalized;
  const isComplete = Array.isArray(adIds) && adIds.length > 0 && typeof firstDay === 'number';
  const input = { ...inputValues(form.fields, form.normalized), title: null, productId };
  // Typing does not wait for the figures.
  const variables: unknown = useDeferredValue(JSON.stringify(stored ? { id: stored.id } : { input }));
  const { data, previousData, error, loading } = useExperimentFiguresQuery({
    variables: JSON.parse(String(variables)),
    skip: !isComplete,
    fetchPolicy: 'cache-and-network',
  });
  const figures = data?.experimentFigures ?? (error ? undefined : previousData?.experimentFigures);
  if (!isComplete) return <p className="ic-muted">{t('experiment.needsInput')}</p>;
  if (error && !data)
    return (
      <p className="ic-break ic-error ic-text-13" role="alert">
        {failureText(t, error)}
      </p>
    );
  if (!figures)
    return (
      <div>
        <p className="ic-secondary" role="status">
          {t('experiment.waiting')}
        </p>
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      </div>
    );
  return (
    <div aria-busy={loading} aria-live="polite">
      <Answer
        figures={figures}
        measure={measure === ExperimentMeasure.AMOUNT ? measure : ExperimentMeasure.CONVERSIONS}
        firstDay={formatDay(firstDay)}
        offWeeks={Number(offWeeks)}
        stored={stored}
      />
    </div>
  );
}
