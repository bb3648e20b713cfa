import { routes, scheduleEvery } from '../catalog';
import { flag, ids, integer, keys, longText, positiveInteger, ruleMessage, text, url } from './fields';
import type { CrossRule } from './rules';

/** Most views and short links of a user, and recipients of a mail. */
export const viewLimits = { views: 200, links: 10_000, recipients: 50 } as const;

/** Longest parameters of a file's URL and of a screen's; the explorer's include a query. */
const ADDRESS_MAX = 4000;
const STATE_MAX = 20_000;

/** Screens whose state can be saved: those with a fixed path. */
const paths = routes.filter(({ path, public: open }) => !open && !path.includes(':')).map(({ path }) => path);

/** Screen state behind a short link. */
export const pageLinkFields = {
  path: { ...keys(paths, { one: true }), required: true },
  search: longText({ max: STATE_MAX }),
};

/** Named state of a report or a list. */
export const savedViewFields = {
  ...pageLinkFields,
  title: text({ required: true }),
  report: text({ max: 32 }),
  reportQuery: longText({ max: ADDRESS_MAX }),
  shared: flag(),
};

/** Time and recipients of a report mail. */
export const reportScheduleFields = {
  every: { ...keys(scheduleEvery, { one: true }), required: true },
  weekday: integer({ min: 0, max: 6 }),
  dayOfMonth: positiveInteger({ max: 31 }),
  hour: integer({ min: 0, max: 23, required: true }),
  recipients: ids(),
  webhookUrl: url(),
  paused: flag(),
};

/** Field that names the day of each frequency. */
const dayField = { day: null, week: 'weekday', month: 'dayOfMonth' } as const;

/**
 * A weekly schedule needs its weekday, a monthly one its day. Recipients are counted without duplicates; without
 * a chat at least one is required.
 */
export const reportScheduleRule: CrossRule = ({ every, recipients, webhookUrl, ...rest }) => {
  const name = scheduleEvery.map((known) => (known === every ? dayField[known] : null)).find(Boolean);
  const count = Array.isArray(recipients) ? new Set(recipients).size : 0;
  const { recipients: most } = viewLimits;
  return {
    ...(name && rest[name] == null ? { [name]: ruleMessage('required') } : {}),
    ...(count === 0 && !webhookUrl
      ? { recipients: ruleMessage('chooseAtLeastOne') }
      : count > most
        ? { recipients: ruleMessage('tooMany', { count: most }) }
        : {}),
  };
};
