import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { grantOf, isEnumValue, RoleType } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import type { Chosen, ListColumn, ListQuery, ListRow } from '../list/types';
import { formatDateTime } from '../tokyo-date';
import type { Aging } from './horizon-note';
import type { LogFilter } from './log-filters';
import type { LogAnswer } from './log-source';
import type { AppliedSettings } from './settings-links';

/** Declarative definition of a log's screen. */
export interface LogDefinition<Row extends ListRow> {
  /** Key under which column settings are stored. */
  name: string;
  /** Entity whose labels the columns use; defaults to `log`. */
  entity?: string;
  title: (t: TFunction) => string;
  lead: (t: TFunction) => string;
  /** Explains an empty log and how to fill it. */
  empty: { title: (t: TFunction) => string; hint: (t: TFunction) => string };
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

/** Returns the columns that the signed-in user's role can see. */
export function useVisibleColumns<Row extends ListRow>({
  columns,
  personal,
}: Pick<LogDefinition<Row>, 'columns' | 'personal'>): readonly ListColumn<Row>[] {
  const sees = useSeesPersonal();
  return useMemo(
    () => (sees ? columns : columns.filter(({ key }) => !personal?.some((one) => one === key))),
    [columns, personal, sees],
  );
}
