import type { TFunction } from 'i18next';

const DOORS = ['redirect', 'landing', 'collect', 's2s', 'import'] as const;

/** What the door is called by which an event came in. */
export function doorLabel(t: TFunction, door: string): string {
  const known = DOORS.find((one) => one === door);
  return known ? t(`logs.doors.${known}`) : door;
}
