import { Device } from '../../../shared/catalog';
import { parseDateTime } from '../../../shared/domain/calendar';
import type { Click, Events } from './store-events';
import type { World } from './world';

const at = (text: string): number => parseDateTime(text) ?? Number.NaN;

/**
 * January 2026, one product. Ad 1 and Ad 2 are in category A, Ad 3 in category B.
 *
 * v1: 5th Ad 1 (pc, 30 yen) - 7th Ad 2 (smartphone, 20 yen) - 7th Ad 1 (pc, 30 yen) - buys for 6000 yen one
 * day later
 * v2: 6th Ad 3 (tablet, 50.25 yen) - buys for 1000.50 yen an hour later - 8th Ad 2 (smartphone, 20 yen) -
 * buys again for 500 yen
 * v3: buys for 300 yen on a pc without any touch
 * v4: fills in the form on the 9th, half an hour after Ad 3 (tablet, 50.25 yen)
 */
export function workedEvents(world: World): Events {
  const [ad1, ad2, ad3] = world.ads;
  const [purchase, , form] = world.cvSettings;
  const click = (
    id: string,
    visitor: string,
    adId: number,
    device: number,
    time: string,
    costSen: number,
    first: boolean,
  ): Click => ({
    id,
    visitor,
    adId,
    device,
    time: at(time),
    costSen,
    first,
    redirectId: adId === ad1 ? world.redirects[0] : 0,
    lpoEntryId: adId === ad1 ? world.lpoEntries[0] : 0,
  });
  const c1 = click('c1', 'v1', ad1, Device.PC, '2026-01-05T10:00:00', 3000, true);
  const c2 = click('c2', 'v1', ad2, Device.SMARTPHONE, '2026-01-07T10:00:00', 2000, false);
  const c3 = click('c3', 'v1', ad1, Device.PC, '2026-01-07T23:30:00', 3000, false);
  const c4 = click('c4', 'v2', ad3, Device.TABLET, '2026-01-06T12:00:00', 5025, true);
  const c5 = click('c5', 'v2', ad2, Device.SMARTPHONE, '2026-01-08T12:00:00', 2000, false);
  const c6 = click('c6', 'v4', ad3, Device.TABLET, '2026-01-09T09:00:00', 5025, true);
  const excluded = {
    ...click('c7', 'v9', ad1, Device.PC, '2026-01-05T11:00:00', 3000, true),
    counted: false,
  };
  const cv = (
    id: string,
    visitor: string,
    time: string,
    amountSen: number,
    device: number,
    settingId = purchase,
    type: 0 | 1 = 1,
  ) => ({
    id,
    visitor,
    time: at(time),
    amountSen,
    device,
    settingId,
    type,
    slot: 1,
  });
  return {
    clicks: [c1, c2, c3, c4, c5, c6, excluded],
    views: [
      { id: 'p1', time: at('2026-01-05T10:00:10'), device: Device.PC, click: c1 },
      { id: 'p2', time: at('2026-01-05T10:05:00'), device: Device.PC, click: c1 },
      // Uses its own day and device, although the interaction is from the day before.
      { id: 'p3', time: at('2026-01-08T00:05:00'), device: Device.OTHER, click: c3 },
      { id: 'p4', time: at('2026-01-06T12:01:00'), device: Device.TABLET, click: c4 },
      { id: 'p5', time: at('2026-01-06T18:00:00'), device: Device.TABLET, click: null },
    ],
    cvs: [
      cv('o1', 'v1', '2026-01-08T10:00:00', 600_000, Device.PC),
      cv('o2', 'v2', '2026-01-06T13:00:00', 100_050, Device.TABLET),
      cv('o3', 'v2', '2026-01-08T13:00:00', 50_000, Device.SMARTPHONE),
      cv('o4', 'v3', '2026-01-10T13:00:00', 30_000, Device.PC),
      cv('o5', 'v4', '2026-01-09T09:30:00', 0, Device.TABLET, form, 0),
    ],
  };
}
