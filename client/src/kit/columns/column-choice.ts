import { defineStored } from '../../preferences/stored';

/** A user's choice of columns for one list. */
export interface ColumnChoice {
  /** Keys in the chosen order. Columns added later take their default position. */
  order: readonly string[];
  hidden: readonly string[];
  /** Keys of columns that stay visible while the table scrolls sideways. */
  pinned: readonly string[];
}

const MAX_PINNED = 2;

/** Stored column choice of a list, per user. */
export const columnChoice = (list: string) =>
  defineStored<ColumnChoice>({ name: `columns_${list}`, version: 1, sliding: true });

/** Column properties that the choice depends on. */
export interface ChoosableColumn {
  key: string;
  /** Hidden by default. */
  hidden?: boolean;
  /** The column that names the row; it can't be hidden. */
  names?: boolean;
}

type Columns = readonly ChoosableColumn[];

/** Returns the default choice. */
export const initialChoice = (columns: Columns): ColumnChoice => ({
  order: columns.map(({ key }) => key),
  hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
  pinned: columns.filter(({ names }) => names).map(({ key }) => key),
});

/**
 * Adapts a stored choice to the current columns: drops removed ones and inserts new ones at their default
 * position.
 */
export function reconcileChoice(saved: ColumnChoice | undefined, columns: Columns): ColumnChoice {
  const initial = initialChoice(columns);
  if (!saved) return initial;
  const known = new Set(initial.order);
  const order = saved.order.filter((key) => known.has(key));
  initial.order.forEach((key, index) => {
    if (!order.includes(key)) order.splice(index, 0, key);
  });
  const unseen = new Set(initial.order.filter((key) => !saved.order.includes(key)));
  const never = new Set(columns.filter(({ names }) => names).map(({ key }) => key));
  const hidden = [...saved.hidden, ...initial.hidden.filter((key) => unseen.has(key))];
  return {
    order,
    hidden: hidden.filter((key) => known.has(key) && !never.has(key)),
    pinned: saved.pinned.filter((key) => known.has(key)).slice(0, MAX_PINNED),
  };
}

/** Returns the visible columns, pinned ones first. */
export function visibleColumnsOf<C extends { key: string }>(
  columns: readonly C[],
  choice: ColumnChoice,
): C[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const visible = choice.order.filter((key) => !choice.hidden.includes(key));
  const pinned = visible.filter((key) => choice.pinned.includes(key));
  const rest = visible.filter((key) => !choice.pinned.includes(key));
  return [...pinned, ...rest].flatMap((key) => byKey.get(key) ?? []);
}

/** Moves a column by one or more positions among the visible ones; hidden columns don't count. */
export function moveColumn(choice: ColumnChoice, key: string, places: number): ColumnChoice {
  const visible = choice.order.filter((one) => !choice.hidden.includes(one));
  const target = visible[visible.indexOf(key) + places];
  if (target === undefined) return choice;
  const order = choice.order.filter((one) => one !== key);
  order.splice(order.indexOf(target) + (places > 0 ? 1 : 0), 0, key);
  return { ...choice, order };
}

const without = (keys: readonly string[], key: string): string[] => keys.filter((one) => one !== key);

/** Toggles whether a column is hidden. */
export const toggleHidden = (choice: ColumnChoice, key: string): ColumnChoice => ({
  ...choice,
  hidden: choice.hidden.includes(key) ? without(choice.hidden, key) : [...choice.hidden, key],
});

/** Toggles whether a column is pinned. A third pin releases the oldest. */
export const togglePin = (choice: ColumnChoice, key: string): ColumnChoice => ({
  ...choice,
  pinned: choice.pinned.includes(key)
    ? without(choice.pinned, key)
    : [...choice.pinned, key].slice(-MAX_PINNED),
});

const PINNED = '!';

export const columnsText = (choice: ColumnChoice, columns: Columns): string =>
  visibleColumnsOf(columns, choice)
    .map(({ key }) => (choice.pinned.includes(key) ? key + PINNED : key))
    .join(',');

/** Parses the column choice of a URL; undefined if it names no column of the list. */
export function parseColumns(text: string | null, columns: Columns): ColumnChoice | undefined {
  const stated = (text ?? '')
    .split(',')
    .map((part) => ({ key: part.replace(PINNED, ''), pinned: part.endsWith(PINNED) }));
  const known = stated.filter(({ key }) => columns.some((column) => column.key === key));
  if (known.length === 0) return undefined;
  const visibleKeys = known.map(({ key }) => key);
  const rest = columns.map(({ key }) => key).filter((key) => !visibleKeys.includes(key));
  return reconcileChoice(
    {
      order: [...visibleKeys, ...rest],
      hidden: rest,
      pinned: known.filter(({ pinned }) => pinned).map(({ key }) => key),
    },
    columns,
  );
}
