import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { grantOf, isEnumValue, RoleType } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import type { Chosen, ListColumn, ListQuestion, ListRow } from '../list/types';
import { formatDateTime } from '../tokyo-date';
import type { Aging } from './horizon-note';
import type { LogFilter } from './log-filters';
import type { LogAnswer } from './log-source';
import type { AppliedSettings } from './settings-ways';

/** A log's screen as data. */
export interface LogDefinition<Row extends ListRow> {
  /** Name under which columns are remembered. */
  name: string;
  /** The entity whose labels head the columns; `log` unless given. */
  entity?: string;
  title: (t: TFunction) => string;
  lead: (t: TFunction) => string;
  /** What would be here, and how to get it. */
  empty: { title: (t: TFunction) => string; hint: (t: TFunction) => string };
  columns: readonly ListColumn<Row>[];
  /** Columns that are nothing but empty for roles that see personal data masked. */
  personal?: readonly (keyof Row & string)[];
  filters: readonly LogFilter[];
  useRows: (question: ListQuestion) => LogAnswer<Row>;
  /** The page of a row; absent: it has none. */
  href?: (row: Row) => string;
  /** The visitor whose story a row belongs to. */
  visitorOf?: (row: Row) => string | null;
  /** The field of the log's time, by which its rows are ordered and called. */
  time: keyof Row & string;
  /** REST path of the log, for its files. */
  restPath: string;
  /** Columns of values of settings, as they were when the row was recorded; its page shows them apart. */
  applied?: readonly (keyof Row & string)[];
  /** The settings that these are of. */
  settingsOf?: (row: Row) => AppliedSettings;
  /** What becomes of rows that are older than raw logs are kept; absent: they stay as they are. */
  aging?: Aging;
  /** The column of what a row adds to the figure of a report that the log is narrowed by; shown only then. */
  figurePart?: keyof Row & string;
  /** What can be done with chosen rows. */
  bulk?: (chosen: Chosen<Row['id']>, done: () => void) => ReactNode;
}

/** What a row is called: its time. */
export const timeOf = <Row extends ListRow>({ time }: Pick<LogDefinition<Row>, 'time'>, row: Row): string =>
  formatDateTime(String(row[time]));

/** Whether the signed-in user sees who visitors are. */
export function useSeesPersonal(): boolean {
  const { roleType } = useSession().profile;
  return isEnumValue(RoleType, roleType) && !grantOf('logs', roleType).masked;
}

/** The columns that say something to the signed-in user. */
export function useShownColumns<Row extends ListRow>({
  columns,
  personal,
}: Pick<LogDefinition<Row>, 'columns' | 'personal'>): readonly ListColumn<Row>[] {
  const sees = useSeesPersonal();
  return useMemo(
    () => (sees ? columns : columns.filter(({ key }) => !personal?.some((one) => one === key))),
    [columns, personal, sees],
  );
}
