import { deviceNames, ExcludedReason, enumEntries, Device } from '../../../../shared/catalog';
import { keysOf } from '../../../../shared/records';
import { enumLabel } from '../enum-label';
import type { FilterSpec } from '../list/filters';

/** Condition of a log; `personal` conditions are hidden from roles with masked personal data. */
export type LogFilter = FilterSpec & { personal?: true };

/** Conditions that logs share, so that they look the same on every screen. */
export const logFilter = {
  ad: (name = 'adId'): LogFilter => ({ name, refers: 'ad' }),
  /** Current ad network of the row's ad. */
  asp: { name: 'aspId', refers: 'asp' } satisfies LogFilter,
  /** The whole stored value. */
  whole: (name: string): LogFilter => ({ name, typed: (t) => t('logs.typedHint') }),
  /** A part of the value. */
  part: (name: string): LogFilter => ({ name, typed: (t) => t('logs.typedPart') }),
  personal: (filter: LogFilter): LogFilter => ({ ...filter, personal: true }),
  /** A customer's rows, including those of all their visitors. */
  customer: { name: 'userId', typed: (t) => t('logs.typedHint'), personal: true } satisfies LogFilter,
  address: { name: 'ipAddress', typed: (t) => t('logs.typedIp'), personal: true } satisfies LogFilter,
  device: {
    name: 'device',
    words: (t) =>
      keysOf(Device).map((name) => ({
        value: deviceNames[Device[name]],
        label: enumLabel(t, 'Device', Device[name]),
      })),
  } satisfies LogFilter,
  /** Counted events, or events excluded for a reason. */
  excluded: {
    name: 'excludedReason',
    words: (t) => [
      { value: 'none', label: t('logs.counted') },
      ...enumEntries(ExcludedReason).map(({ value }) => ({
        value: String(value),
        label: enumLabel(t, 'ExcludedReason', value),
      })),
    ],
  } satisfies LogFilter,
} as const;
