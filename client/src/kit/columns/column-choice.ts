import { defineStored } from '../../preferences/stored';

/** What a user made of the columns of one list. */
export interface ColumnChoice {
  /** Keys in the chosen order; columns that came later stand at their own place. */
  order: readonly string[];
  hidden: readonly string[];
  /** Keys that stay in sight while the table is scrolled sideways. */
  pinned: readonly string[];
}

const MOST_PINNED = 2;

/** The remembered columns of a list, per user. */
export const columnChoice = (list: string) =>
  defineStored<ColumnChoice>({ name: `columns_${list}`, version: 1, sliding: true });

/** A column as far as its choice goes. */
export interface ChoosableColumn {
  key: string;
  /** Hidden until the user shows it. */
  hidden?: boolean;
  /** The column that names the row: never hidden. */
  names?: boolean;
}

type Columns = readonly ChoosableColumn[];

/** The choice as long as nobody chose. */
export const initialChoice = (columns: Columns): ColumnChoice => ({
  order: columns.map(({ key }) => key),
  hidden: columns.filter(({ hidden }) => hidden).map(({ key }) => key),
  pinned: columns.filter(({ names }) => names).map(({ key }) => key),
});

/** A remembered choice for the columns of today: what is gone drops out, what is new comes in where it belongs. */
export function settledChoice(saved: ColumnChoice | undefined, columns: Columns): ColumnChoice {
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
    pinned: saved.pinned.filter((key) => known.has(key)).slice(0, MOST_PINNED),
  };
}

/** The columns that are shown, pinned ones first. */
export function shownColumns<C extends { key: string }>(columns: readonly C[], choice: ColumnChoice): C[] {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const visible = choice.order.filter((key) => !choice.hidden.includes(key));
  const pinned = visible.filter((key) => choice.pinned.includes(key));
  const rest = visible.filter((key) => !choice.pinned.includes(key));
  return [...pinned, ...rest].flatMap((key) => byKey.get(key) ?? []);
}

/** Moves a column by one or more places among those shown; hidden ones between do not count. */
export function moved(choice: ColumnChoice, key: string, places: number): ColumnChoice {
  const visible = choice.order.filter((one) => !choice.hidden.includes(one));
  const target = visible[visible.indexOf(key) + places];
  if (target === undefined) return choice;
  const order = choice.order.filter((one) => one !== key);
  order.splice(order.indexOf(target) + (places > 0 ? 1 : 0), 0, key);
  return { ...choice, order };
}

const without = (keys: readonly string[], key: string): string[] => keys.filter((one) => one !== key);

/** Hides a column, or shows it again. */
export const toggledHidden = (choice: ColumnChoice, key: string): ColumnChoice => ({
  ...choice,
  hidden: choice.hidden.includes(key) ? without(choice.hidden, key) : [...choice.hidden, key],
});

/** Pins a column, or lets it go; beyond two the one pinned first is let go. */
export const toggledPin = (choice: ColumnChoice, key: string): ColumnChoice => ({
  ...choice,
  pinned: choice.pinned.includes(key)
    ? without(choice.pinned, key)
    : [...choice.pinned, key].slice(-MOST_PINNED),
});

const PINNED = '!';

/** The shown columns as an address states them: keys in their order, those that stay in sight marked. */
export const columnsText = (choice: ColumnChoice, columns: Columns): string =>
  shownColumns(columns, choice)
    .map(({ key }) => (choice.pinned.includes(key) ? key + PINNED : key))
    .join(',');

/** A choice that an address states; undefined where it names no column of the list. */
export function readColumns(text: string | null, columns: Columns): ColumnChoice | undefined {
  const stated = (text ?? '')
    .split(',')
    .map((part) => ({ key: part.replace(PINNED, ''), pinned: part.endsWith(PINNED) }));
  const known = stated.filter(({ key }) => columns.some((column) => column.key === key));
  if (known.length === 0) return undefined;
  const shown = known.map(({ key }) => key);
  const rest = columns.map(({ key }) => key).filter((key) => !shown.includes(key));
  return settledChoice(
    {
      order: [...shown, ...rest],
      hidden: rest,
      pinned: known.filter(({ pinned }) => pinned).map(({ key }) => key),
    },
    columns,
  );
}
