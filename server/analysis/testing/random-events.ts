import { addDays, dayOf, parseDateTime } from '../../../shared/domain/calendar';
import { seeded } from '../../../shared/domain/testing/random';
import type { Click, Events, MediaReport } from './store-events';
import type { World } from './world';

const FROM = parseDateTime('2025-11-20T00:00:00') ?? 0;
const DAYS = 110;

/**
 * Returns events of a few busy visitors over four months: repeated ads, repeat buyers, equal instants, direct
 * conversions, every device, and media reports.
 */
export function randomEvents(world: World, seed: number, size = 400): Events {
  const { next: random, below } = seeded(seed);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  // Whole minutes, so that instants and visits sometimes collide.
  const time = (): number => FROM + below(DAYS * 1440) * 60_000;
  const visitors = Array.from({ length: Math.ceil(size / 10) }, (_, n) => `v${n}`);
  const clicks = Array.from({ length: size }, (_, n): Click => {
    const adId = pick(world.ads);
    const redirectId = adId === world.ads[0] ? pick([0, world.redirects[0], world.redirects[1]]) : 0;
    return {
      id: `c${n}`,
      time: time(),
      visitor: pick(visitors),
      adId,
      device: 1 + below(4),
      redirectId,
      lpoEntryId: redirectId === world.redirects[0] ? pick(world.lpoEntries) : 0,
      costSen: below(20_000),
      first: random() < 0.3,
      counted: random() > 0.1,
    };
  });
  const countedClicks = clicks.filter((click) => click.counted);
  return {
    clicks,
    views: Array.from({ length: size }, (_, n) => ({
      id: `p${n}`,
      time: time(),
      device: 1 + below(4),
      click: random() < 0.7 ? pick(countedClicks) : null,
    })),
    cvs: Array.from({ length: Math.ceil(size / 3) }, (_, n) => {
      const setting = below(3);
      return {
        id: `o${n}`,
        time: random() < 0.1 ? pick(clicks).time : time(),
        visitor: random() < 0.1 ? `direct${n}` : pick(visitors),
        settingId: world.cvSettings[setting]!,
        type: setting === 2 ? (0 as const) : (1 as const),
        slot: setting === 1 ? 2 : 1,
        amountSen: below(3_000_000),
        device: 1 + below(4),
      };
    }),
    media: randomReports(world, seed),
  };
}

/**
 * Returns media reports for some days of most ads: days without touches, free ones, and some without
 * impressions.
 */
function randomReports(world: World, seed: number): MediaReport[] {
  const { next: random, below } = seeded(seed + 1000);
  const days = Array.from({ length: DAYS }, (_, n) => addDays(dayOf(FROM), n));
  return world.ads.slice(0, 4).flatMap((adId) =>
    days.flatMap((day) => {
      if (random() < 0.7) return [];
      const impressions = random() < 0.2 ? 0 : below(50_000);
      return [
        {
          day,
          adId,
          costSen: random() < 0.1 ? 0 : below(900_000),
          impressions,
          clicks: below(impressions / 10 + 2),
        },
      ];
    }),
  );
}
