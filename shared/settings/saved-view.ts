import { routes, scheduleEvery } from '../catalog';
import { flag, ids, integer, keys, longText, positiveInteger, says, text } from './fields';
import type { CrossRule } from './rules';

/** Views and short links of a user, users that one mail goes to. */
export const viewLimits = { views: 200, links: 10_000, recipients: 50 } as const;

/** Characters of the parameters of an address: of a file's, and of a screen's, where those of the explorer hold a query. */
const ADDRESS_MAX = 4000;
const STATE_MAX = 20_000;

/** Screens whose state can be kept: those with an address of their own. */
const paths = routes.filter(({ path, public: open }) => !open && !path.includes(':')).map(({ path }) => path);

/** A screen in a state, under a short link. */
export const pageLinkFields = {
  path: { ...keys(paths, { one: true }), required: true },
  search: longText({ max: STATE_MAX }),
};

/** A state of a report or a list under a name. */
export const savedViewFields = {
  ...pageLinkFields,
  title: text({ required: true }),
  report: text({ max: 32 }),
  reportQuery: longText({ max: ADDRESS_MAX }),
  shared: flag(),
};

/** When and to whom a view of a report goes by mail. */
export const reportScheduleFields = {
  every: { ...keys(scheduleEvery, { one: true }), required: true },
  weekday: integer({ min: 0, max: 6 }),
  dayOfMonth: positiveInteger({ max: 31 }),
  hour: integer({ min: 0, max: 23, required: true }),
  recipients: { ...ids(), required: true },
  paused: flag(),
};

/** What its days are told by, where it has such. */
const dayField = { day: null, week: 'weekday', month: 'dayOfMonth' } as const;

/** A weekly one names its weekday, a monthly one its day; somebody gets it, and nobody twice. */
export const reportScheduleRule: CrossRule = ({ every, recipients, ...rest }) => {
  const name = scheduleEvery.map((known) => (known === every ? dayField[known] : null)).find(Boolean);
  const count = Array.isArray(recipients) ? new Set(recipients).size : 0;
  const { recipients: most } = viewLimits;
  return {
    ...(name && rest[name] == null ? { [name]: says('required') } : {}),
    ...(count === 0
      ? { recipients: says('chooseAtLeastOne') }
      : count > most
        ? { recipients: says('tooMany', { max: most }) }
        : {}),
  };
};
