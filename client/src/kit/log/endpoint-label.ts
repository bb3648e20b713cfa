import type { TFunction } from 'i18next';

const DOORS = ['redirect', 'landing', 'collect', 's2s', 'import'] as const;

/** Returns the name of the endpoint that received an event. */
export function doorLabel(t: TFunction, door: string): string {
  const known = DOORS.find((one) => one === door);
  return known ? t(`logs.doors.${known}`) : door;
}
