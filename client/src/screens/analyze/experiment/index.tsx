import { useTranslation } from 'react-i18next';
import { ExperimentMeasure } from '../../../../../shared/catalog';
import { addDays, DAYS_A_WEEK, startOfWeek } from '../../../../../shared/domain/calendar';
import { SETTLING_DAYS } from '../../../../../shared/domain/on-off';
import type { ExperimentsQuery } from '../../../generated/graphql';
import { settings } from '../../../generated/settings';
import { defineSetting } from '../../../kit/setting/define-setting';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { parseDay, tokyoToday } from '../../../kit/tokyo-date';
import { FiguresPanel } from './figures-panel';
import { effectText } from './sentences';

const TONES = {
  planned: 'waiting',
  scheduled: 'waiting',
  running: 'waiting',
  settling: 'waiting',
  finished: 'good',
} as const satisfies Record<string, Tone>;

type ListedExperiment = ExperimentsQuery['experiments']['results'][number];
type Row = Pick<ListedExperiment, 'firstDay' | 'lastDay' | 'frozenAt'>;

/** Returns the state of an experiment today. */
function stateOf({ firstDay, lastDay, frozenAt }: Row): keyof typeof TONES {
  if (frozenAt === null) return 'planned';
  const [today, first, last] = [tokyoToday(), parseDay(firstDay) ?? 0, parseDay(lastDay) ?? 0];
  if (today < first) return 'scheduled';
  if (today <= last) return 'running';
  return today <= addDays(last, SETTLING_DAYS) ? 'settling' : 'finished';
}

function StateTag({ row }: { row: Row }) {
  const { t } = useTranslation();
  const state = stateOf(row);
  return <StatusTag tone={TONES[state]}>{t(`experiment.state.${state}`)}</StatusTag>;
}

function Smallest({ row: { minimalEffect, measure } }: { row: ListedExperiment }) {
  const { t } = useTranslation();
  if (minimalEffect === null) return null;
  return effectText(
    t,
    minimalEffect,
    measure === ExperimentMeasure.AMOUNT ? measure : ExperimentMeasure.CONVERSIONS,
  );
}

/** On/off tests: paused ads show their effect by missing conversions. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.experiment, {
    key: 'experiment',
    opens: 'page',
    mayChange: ({ frozenAt }) => frozenAt === null,
    mayRemove: () => true,
    // The first day of next week, so that the weeks are those of the product's reports.
    preset: (parameters, { products, productId }) => ({
      firstDay: startOfWeek(
        addDays(tokyoToday(), DAYS_A_WEEK),
        products.find(({ id }) => id === productId)?.weekStart === 0 ? 0 : 1,
      ),
      title: parameters.get('title') ?? '',
      adIds: [Number(parameters.get('ad_id'))].filter((id) => Number.isInteger(id) && id > 0),
    }),
    form: {
      entity: 'experiment',
      sections: [
        {
          key: 'plan',
          title: (t) => t('experiment.section.plan'),
          items: [
            { name: 'title', autoFocus: true, whole: true },
            { name: 'adIds', whole: true, required: () => true },
            'firstDay',
            'offWeeks',
            { name: 'measure', whole: true },
          ],
        },
        {
          key: 'compare',
          title: (t) => t('experiment.section.compare'),
          items: ['preWeeks', { name: 'control', whole: true }, { name: 'controlAdIds', whole: true }],
        },
        {
          key: 'figures',
          title: (t) => t('experiment.figures'),
          lead: (t) => t('experiment.figuresLead'),
          items: [{ whole: true, render: (form) => <FiguresPanel form={form} /> }],
        },
      ],
    },
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('title', { width: 260 }),
      column.text('frozenAt', {
        label: 'experiment_state',
        width: 120,
        sortable: false,
        render: (row) => <StateTag row={row} />,
      }),
      column.day('firstDay', { width: 120 }),
      column.day('lastDay', { width: 120, sortable: false }),
      column.choice('measure', 'ExperimentMeasure', { width: 110 }),
      column.choice('control', 'ExperimentControl', { width: 240, hidden: true }),
      column.text('minimalEffect', { width: 200, render: (row) => <Smallest row={row} /> }),
      column.time('updatedAt', { hidden: true }),
    ],
    filters: [
      { name: 'measure', enumeration: 'ExperimentMeasure' },
      { name: 'control', enumeration: 'ExperimentControl' },
    ],
  }),
);
