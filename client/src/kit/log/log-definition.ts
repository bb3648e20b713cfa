import {
  deviceNames,
  ExcludedReason,
  enumEntries,
  Device,
  grantOf,
  isEnumValue,
  RoleType,
} from '../../../../shared/catalog';
import { keysOf } from '../../../../shared/records';
import { enumLabel } from '../enum-label';
import { type FilterSpec, onlyField } from '../list/filters';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useProductId } from '../../session/session-context';
import type { Chosen, ListColumn, ListQuery, ListRow } from '../list/list-source';
import { formatDateTime } from '../tokyo-date';
import type { Aging } from './horizon-note';
import type { LogAnswer } from './log-source';
import type { AppliedSettings } from './settings-links';

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
  /** Amounts from and up to a bound. */
  amounts: (of: string): LogFilter[] => [
    { name: `${of}From`, of, bound: 'atLeast' },
    { name: `${of}To`, of, bound: 'atMost' },
  ],
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

/** Declarative definition of a log's screen. */
export interface LogDefinition<Row extends ListRow> {
  /** Key under which column settings are stored. */
  name: string;
  /** Entity whose labels the columns use; defaults to `log`. */
  entity?: string;
  title: (t: TFunction) => string;
  lead: (t: TFunction) => string;
  /** Explains an empty log and how to fill it. */
  empty: { title: (t: TFunction) => string; hint: (t: TFunction) => string; action?: ReactNode };
  /** Names the fields that a keyword searches. */
  searched?: (t: TFunction) => string;
  columns: readonly ListColumn<Row>[];
  /** Columns that are always empty for roles with masked personal data. */
  personal?: readonly (keyof Row & string)[];
  filters: readonly LogFilter[];
  useRows: (question: ListQuery) => LogAnswer<Row>;
  /** Path of a row's page; undefined if it has none. */
  href?: (row: Row) => string;
  /** Id of the visitor of a row, for the link to their history. */
  visitorOf?: (row: Row) => string | null;
  /** Time field, which orders and names the rows. */
  time: keyof Row & string;
  /** REST path of the log, for exports. */
  restPath: string;
  /** Columns with setting values at the time of recording; the row's page shows them separately. */
  applied?: readonly (keyof Row & string)[];
  /** Settings of these values. */
  settingsOf?: (row: Row) => AppliedSettings;
  /** Fate of rows older than the raw log retention; undefined if they stay. */
  aging?: Aging;
  /** Column with a row's share of the metric value that the log is filtered by; visible only then. */
  metricColumn?: keyof Row & string;
  /** Actions for selected rows. */
  bulk?: (chosen: Chosen<Row['id']>, done: () => void) => ReactNode;
}

/** Returns the name of a row: its time. */
export const timeOf = <Row extends ListRow>({ time }: Pick<LogDefinition<Row>, 'time'>, row: Row): string =>
  formatDateTime(String(row[time]));

/** Whether the signed-in user sees personal data of visitors. */
export function useSeesPersonal(): boolean {
  const { roleType } = useSession().profile;
  return isEnumValue(RoleType, roleType) && !grantOf('logs', roleType).masked;
}

/**
 * Columns that hide other agencies' ads from an agency. Every conversion that it sees has a last ad; the ad of the
 * performance CV can be missing.
 */
const OTHERS_ADS = new Map([
  ['lastCvAd', 'logs.cv.others'],
  ['lastCvInteractionId', 'logs.cv.others'],
  ['performanceCvAd', 'logs.cv.notOwn'],
  ['performanceCvInteractionId', 'logs.cv.notOwn'],
] as const);

/** Returns a column that names hidden ads of other agencies as such. */
function namingOthers<Row extends ListRow>(column: ListColumn<Row>, t: TFunction): ListColumn<Row> {
  const words = [...OTHERS_ADS].find(([key]) => key === column.key)?.[1];
  return words ? { ...column, render: (row) => column.render(row) || t(words) } : column;
}

/** Returns the columns that the signed-in user's role can see. */
export function useVisibleColumns<Row extends ListRow>({
  columns,
  personal,
}: Pick<LogDefinition<Row>, 'columns' | 'personal'>): readonly ListColumn<Row>[] {
  const { t } = useTranslation();
  const sees = useSeesPersonal();
  const isAgency = useSession().profile.roleType === RoleType.AGENCY;
  return useMemo(() => {
    const visible = sees ? columns : columns.filter(({ key }) => !personal?.some((one) => one === key));
    return isAgency ? visible.map((column) => namingOthers(column, t)) : visible;
  }, [columns, personal, sees, isAgency, t]);
}

/** Generated query hook for one log row. */
export type LogRowHook<Data, Further> = (options: {
  variables: { id: string; productId: number } & Further;
  fetchPolicy: 'cache-and-network';
}) => {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => Promise<unknown>;
};

export interface LogRowResult<Row> {
  row: Row | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
}

/**
 * Creates the source of one row from a generated hook.
 * @param further variables that distinguish rows with the same id
 */
export const logRowSource =
  <Data extends { readonly [name in keyof Data]: ListRow }, Further extends object>(
    hook: LogRowHook<Data, Further>,
  ) =>
  (id: string, further: Further): LogRowResult<Data[keyof Data]> => {
    const { data, error, refetch } = hook({
      variables: { id, productId: useProductId(), ...further },
      fetchPolicy: 'cache-and-network',
    });
    return { row: data && onlyField(data), error: data ? undefined : error, refetch };
  };
