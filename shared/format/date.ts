export { formatDateTime, formatDay } from '../domain/calendar';

/** A month as `yyyy/MM`, for people; over REST it is `yyyyMM`. */
export function formatMonth(month: number): string {
  const text = String(month).padStart(6, '0');
  return `${text.slice(0, 4)}/${text.slice(4)}`;
}
