export { formatDateTime, formatDay } from '../domain/calendar';

/** Formats a month for display as `yyyy/MM`; REST uses `yyyyMM`. */
export function formatMonth(month: number): string {
  const text = String(month).padStart(6, '0');
  return `${text.slice(0, 4)}/${text.slice(4)}`;
}
