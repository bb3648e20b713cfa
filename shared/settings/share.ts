import { periodPresets, scheduleEvery } from '../catalog';
import {
  day,
  emails,
  flag,
  hostList,
  integer,
  keys,
  list,
  longText,
  positiveInteger,
  ruleMessage,
  text,
} from './fields';

/** Most parts of a client report, reports of a user, links to one view or report, and recipients. */
export const shareLimits = { parts: 12, reports: 100, links: 20, recipients: 20 } as const;

const SHORTEST_PASSWORD = 4;

/** Password of a link: people read it out to each other, and its attempts are limited. */
function linkPassword() {
  const { rule, ...field } = text({ max: 128 });
  return {
    ...field,
    rule: rule.test(
      'min',
      ruleMessage('minLength', { count: SHORTEST_PASSWORD }),
      (value: unknown) => typeof value !== 'string' || [...value].length >= SHORTEST_PASSWORD,
    ),
  };
}

/** Content and readers of a link. */
export const shareRules = { password: linkPassword(), notes: flag(), embedHosts: hostList() };

/** Form of a link: it ends with a day. */
export const shareFields = { expiresAt: day(true), ...shareRules };

/** A document of several saved views for a client. */
export const clientReportFields = {
  title: text({ required: true }),
  addressee: text(),
  sender: text(),
  /** Period of all parts; without it each view keeps its own. */
  period: keys(periodPresets, { one: true }),
  parts: list(
    { viewId: positiveInteger({ required: true }), comment: longText({ max: 2000 }) },
    { max: shareLimits.parts },
  ),
  shared: flag(),
  /** When it is mailed; without a frequency never. */
  every: keys(scheduleEvery, { one: true }),
  weekday: integer({ min: 0, max: 6 }),
  dayOfMonth: positiveInteger({ max: 31 }),
  hour: integer({ min: 0, max: 23 }),
  recipients: emails(shareLimits.recipients),
};
