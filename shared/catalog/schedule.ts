/** How often a report goes out by mail. */
export const scheduleEvery = ['day', 'week', 'month'] as const;
export type ScheduleEvery = (typeof scheduleEvery)[number];
