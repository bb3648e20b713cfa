import type { TFunction } from 'i18next';

const ENDPOINTS = ['redirect', 'landing', 'collect', 's2s', 'import'] as const;

/** Returns the name of the endpoint that received an event. */
export function endpointLabel(t: TFunction, endpoint: string): string {
  const known = ENDPOINTS.find((one) => one === endpoint);
  return known ? t(`logs.doors.${known}`) : endpoint;
}
