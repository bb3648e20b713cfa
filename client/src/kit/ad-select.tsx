import { Select, type SelectProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_RESULTS, type AdKind, type Named } from '../session/ad-names';
import { useSession } from '../session/session-context';
import { useNameSearch, useNames } from '../session/use-names';
import { MultiSelect } from './multi-select';

type Option = { value: number; label: string };
type Props<Value> = Omit<SelectProps<Value>, 'options' | 'showSearch' | 'mode' | 'value'> & {
  kind: AdKind;
  value: Value;
};

/** Lists the selected items, by name as soon as it is known, before the search results. */
const optionsOf = (
  chosen: readonly number[],
  known: readonly Named[],
  results: readonly Named[],
): Option[] => {
  const names = new Map([...known, ...results].map(({ id, label }) => [id, label]));
  return [...new Set([...chosen, ...results.map(({ id }) => id)])].map((id) => ({
    value: id,
    label: names.get(id) ?? `#${id}`,
  }));
};

/** Returns the options of a list that is searched on the server, and the antd properties for it. */
function useServerSearch(kind: AdKind, chosen: readonly number[]) {
  const { t } = useTranslation();
  const { selections } = useSession();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useNameSearch(open ? kind : undefined, typed);
  useNames(kind, chosen);
  const nothing = search.failed
    ? 'report.choicesFailed'
    : search.searching
      ? 'common.loading'
      : 'common.none';
  return {
    options: optionsOf(chosen, selections[kind], search.names),
    showSearch: { filterOption: false, onSearch: setTyped },
    onOpenChange: setOpen,
    notFoundContent: t(nothing),
    popupRender: (list: ReactNode) => (
      <>
        {list}
        {search.names.length >= MAX_RESULTS && (
          <p className="ic-muted" style={{ margin: 0, padding: '6px 12px' }}>
            {t('report.moreByName', { count: MAX_RESULTS })}
          </p>
        )}
      </>
    ),
  } as const;
}

/**
 * Select for one ad or redirect link, searched on the server by a part of its name.
 * @param first choices before the search results; other than ads, their values are not positive
 */
export function AdSelect({
  kind,
  first = [],
  ...props
}: Props<number | undefined> & { first?: readonly Option[] }) {
  const search = useServerSearch(kind, props.value !== undefined && props.value > 0 ? [props.value] : []);
  const rest = search.options.filter(({ value }) => !first.some((one) => one.value === value));
  return <Select<number | undefined> {...props} {...search} options={[...first, ...rest]} />;
}

/** Select for several ads or redirect links. */
export function AdsSelect({ kind, ...props }: Props<number[]>) {
  return <MultiSelect<number[]> {...props} {...useServerSearch(kind, props.value)} />;
}
