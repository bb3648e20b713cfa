import type { TFunction } from 'i18next';
import { addDays, startOfDay } from '../../../../../shared/domain/calendar';
import { keysOf } from '../../../../../shared/records';
import type { ListVariables } from '../../../kit/list/types';
import { dayText, formatDay, parseDay, tokyoToday } from '../../../kit/tokyo-date';

/** The condition by time: in addresses and downloads the first day, in Tokyo. */
export const SINCE = 'timeFrom';

const DAYS = { today: 0, d7: 6, d30: 29 } as const;

/** First days to choose from; a day of an older link stands as it is. */
export function sinceChoices(t: TFunction, chosen: string | null): { value: string; label: string }[] {
  const today = tokyoToday();
  const usual = keysOf(DAYS).map((key) => ({ value: dayText(addDays(today, -DAYS[key])), label: t(`settings.refused.since.${key}`) }));
  const day = parseDay(chosen ?? '');
  if (chosen === null || day === null || usual.some(({ value }) => value === chosen)) return usual;
  return [...usual, { value: chosen, label: t('settings.refused.since.day', { day: formatDay(day) }) }];
}

/** What the server is asked for: the first day as a time, the other conditions as they are. */
export function askedOf({ filter, ...variables }: ListVariables): ListVariables & { timeFrom: string | undefined } {
  const { [SINCE]: since, ...others } = filter ?? {};
  const day = parseDay(String(since?.[0] ?? ''));
  return { ...variables, filter: Object.keys(others).length > 0 ? others : undefined, timeFrom: day === null ? undefined : new Date(startOfDay(day)).toISOString() };
}
