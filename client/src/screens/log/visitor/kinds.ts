import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { VisitorStoryQuery } from '../../../generated/graphql';
import { logColumns } from '../../../kit/log/log-columns';
import { logPaths } from '../../../kit/log/log-paths';
import type { AppliedSettings } from '../../../kit/log/settings-links';
import type { ListColumn, ListRow } from '../../../kit/list/list-source';

export type StoryEvent = VisitorStoryQuery['visitorStory']['results'][number];
type RowOf<Key extends keyof StoryEvent> = NonNullable<StoryEvent[Key]>;

/** Detail of an event: field name and formatted value. */
export interface Fact {
  readonly field: string;
  readonly value: ReactNode;
}

/** Display data of an event. */
export interface EventDisplay {
  readonly title: ReactNode;
  readonly facts: readonly Fact[];
  /** Applied setting values. */
  readonly applied: readonly Fact[];
  readonly href: string;
  /** Settings that these values come from. */
  readonly settings: AppliedSettings;
  readonly excludedReason: string | null;
}

/** Event kind of a visitor story. */
interface StoryKind {
  readonly label: (t: TFunction) => string;
  /** Colour group of the kind. */
  readonly tone: 'contact' | 'view' | 'conversion' | 'result';
  /** Entity whose field labels are used; defaults to `log`. */
  readonly entity?: string;
  /** Null for another agency's event. */
  readonly describe: (event: StoryEvent) => EventDisplay | null;
}

const factsOf = <Row extends ListRow>(columns: readonly ListColumn<Row>[], row: Row): Fact[] =>
  columns.map(({ key, render }) => ({ field: key, value: render(row) }));
/** Returns the details of a row, without flags that are false. */
const visibleFacts = <Row extends ListRow>(columns: readonly ListColumn<Row>[], row: Row): Fact[] =>
  factsOf(
    columns.filter(({ key }) => Reflect.get(row, key) !== false),
    row,
  );

const contact = logColumns<RowOf<'interaction'>>();
const view = logColumns<RowOf<'access'>>();
const cv = logColumns<RowOf<'conversion'>>();
const result = logColumns<RowOf<'result'>>();

const CONTACT_FACTS = [
  contact.device('device'),
  contact.flag('firstTouch'),
  contact.text('lpoTitle'),
  contact.redirect('redirectId'),
  contact.text('params'),
  contact.text('ipAddress'),
  contact.link('referenceId', logPaths.reference),
];
const CONTACT_APPLIED = [
  contact.yen('cost'),
  contact.flag('costGiven'),
  contact.number('trackingTerm'),
  contact.flag('performanceCvFlag'),
];
const VIEW_FACTS = [
  view.text('title'),
  view.text('query'),
  view.text('referrer'),
  view.ad('ad'),
  view.device('device'),
  view.text('ipAddress'),
];
const CV_FACTS = [
  cv.yen('amount'),
  cv.text('userId'),
  cv.flag('repeat'),
  cv.ad('lastCvAd'),
  cv.ad('performanceCvAd'),
  cv.text('args'),
  cv.device('device'),
];
const RESULT_FACTS = [result.approval('approvalStatus'), result.label('asp'), result.text('aXclid')];
const RESULT_APPLIED = [
  result.yen('cvCost'),
  result.choice('resultType', 'ResultType'),
  result.choice('resultMethod', 'ResultMethod'),
];
const CV_APPLIED = [cv.choice('cvType', 'CvType'), cv.number('cvSlot'), cv.number('trackingTerm')];

/** Event kinds by their server name. */
export const storyKinds: Readonly<Record<string, StoryKind>> = {
  contact: {
    label: (t) => t('logs.visitor.kinds.contact'),
    tone: 'contact',
    describe: ({ interaction: row }) =>
      row && {
        title: contact.ad('ad').render(row),
        facts: visibleFacts(CONTACT_FACTS, row),
        applied: factsOf(CONTACT_APPLIED, row),
        href: logPaths.interaction(row.id),
        settings: { adId: row.adId },
        excludedReason: row.excludedReason,
      },
  },
  view: {
    label: (t) => t('logs.visitor.kinds.view'),
    tone: 'view',
    describe: ({ access: row }) =>
      row && {
        title: row.accessUrl,
        facts: visibleFacts(VIEW_FACTS, row),
        applied: [],
        href: logPaths.access(row.id),
        settings: {},
        excludedReason: row.excludedReason,
      },
  },
  conversion: {
    label: (t) => t('logs.visitor.kinds.conversion'),
    tone: 'conversion',
    describe: ({ conversion: row }) =>
      row && {
        title: row.cvSetting?.label ?? row.eventId,
        facts: visibleFacts(CV_FACTS, row),
        applied: factsOf(CV_APPLIED, row),
        href: logPaths.conversion(row.eventId, row.cvSettingId),
        settings: { cvSettingId: row.cvSettingId },
        excludedReason: row.excludedReason,
      },
  },
  result: {
    label: (t) => t('logs.visitor.kinds.result'),
    tone: 'result',
    entity: 'result',
    describe: ({ result: row }) =>
      row && {
        title: result.ad('ad').render(row),
        facts: visibleFacts(RESULT_FACTS, row),
        applied: factsOf(RESULT_APPLIED, row),
        href: logPaths.result(row.id),
        settings: { adId: row.adId },
        excludedReason: null,
      },
  },
};
