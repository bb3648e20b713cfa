import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { enumLabel } from '../../../kit/enum-label';
import { withParameters } from '../../../kit/with-parameters';
import { NO_PLACE } from '../../../kit/list/url-state';

const FILTER_STATES = {
  pending: [ApprovalStatus.PENDING],
  approved: [ApprovalStatus.APPROVED],
  rejected: [ApprovalStatus.REJECTED],
  all: undefined,
} as const;
type StateFilter = keyof typeof FILTER_STATES;
const names: readonly StateFilter[] = ['pending', 'approved', 'rejected', 'all'];
const FIRST: StateFilter = 'pending';

/** Reads the listed states from the address. Defaults to pending results. */
export function useStateFilter(): {
  filter: StateFilter;
  states: readonly ApprovalStatus[] | undefined;
  setFilter: (filter: StateFilter) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const filter = names.find((name) => name === parameters.get('state')) ?? FIRST;
  const setFilter = (next: StateFilter): void =>
    setParameters((before) => withParameters(before, { ...NO_PLACE, state: next === FIRST ? null : next }));
  return { filter, states: FILTER_STATES[filter], setFilter };
}

/** Selects the listed states. */
export function StateChoice({
  filter,
  setFilter,
}: Pick<ReturnType<typeof useStateFilter>, 'filter' | 'setFilter'>) {
  const { t } = useTranslation();
  return (
    <div className="ic-max-wide ic-scroll-x">
      <Segmented<StateFilter>
        aria-label={t('results.approve.states')}
        value={filter}
        options={names.map((name) => {
          const [state] = FILTER_STATES[name] ?? [];
          return {
            value: name,
            label: state === undefined ? t('results.approve.all') : enumLabel(t, 'ApprovalStatus', state),
          };
        })}
        onChange={setFilter}
      />
    </div>
  );
}
