import { parseDateTime } from '../../../shared/domain/calendar';
import { randomEvents } from './random-events';
import type { Events } from './store-events';
import type { World } from './world';

const START = parseDateTime('2024-01-10T00:00:00') ?? 0;
/** End of the events. */
export const NOW = parseDateTime('2026-04-15T12:00:00') ?? 0;
const MONTH_MS = 30 * 86_400_000;

/**
 * Returns random events stretched over two years and a quarter. Half of the customers buy repeatedly, others
 * come and go. Their costs are high, so paybacks come late.
 */
export function longEvents(world: World, seed: number): Events {
  const events = randomEvents(world, seed, 600);
  const first = Math.min(...[...events.clicks, ...events.cvs].map(({ time }) => time));
  const stretch = <E extends { time: number; visitor: string }>(event: E): E => {
    const time = Math.min(NOW, START + (event.time - first) * 8);
    const comesAndGoes = Number(event.visitor.slice(1)) % 2 === 1;
    return {
      ...event,
      time,
      visitor: comesAndGoes
        ? `${event.visitor}-${Math.floor((time - START) / (5 * MONTH_MS))}`
        : event.visitor,
    };
  };
  return {
    clicks: events.clicks.map((click) => ({ ...stretch(click), costSen: click.costSen * 150 })),
    views: [],
    cvs: events.cvs.map(stretch),
    media: events.media ?? [],
  };
}
