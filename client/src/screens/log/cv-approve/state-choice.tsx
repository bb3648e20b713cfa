import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApprovalStatus } from '../../../../../shared/domain/results';
import { enumLabel } from '../../../kit/enum-label';
import { NO_PLACE } from '../../../kit/list/url-state';
import styles from './cv-approve.module.css';

const SHOWN = {
  pending: [ApprovalStatus.PENDING],
  approved: [ApprovalStatus.APPROVED],
  rejected: [ApprovalStatus.REJECTED],
  all: undefined,
} as const;
type Shown = keyof typeof SHOWN;
const names: readonly Shown[] = ['pending', 'approved', 'rejected', 'all'];
const FIRST: Shown = 'pending';

/** Reads the listed states from the address. Defaults to pending results. */
export function useShownStates(): {
  shown: Shown;
  states: readonly ApprovalStatus[] | undefined;
  show: (shown: Shown) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const shown = names.find((name) => name === parameters.get('state')) ?? FIRST;
  const show = (next: Shown): void =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const name of Object.keys(NO_PLACE)) after.delete(name);
      if (next === FIRST) after.delete('state');
      else after.set('state', next);
      return after;
    });
  return { shown, states: SHOWN[shown], show };
}

/** Selects the listed states. */
export function StateChoice({ shown, show }: Pick<ReturnType<typeof useShownStates>, 'shown' | 'show'>) {
  const { t } = useTranslation();
  return (
    <div className={styles.states}>
      <Segmented<Shown>
        aria-label={t('results.approve.states')}
        value={shown}
        options={names.map((name) => {
          const [state] = SHOWN[name] ?? [];
          return {
            value: name,
            label: state === undefined ? t('results.approve.all') : enumLabel(t, 'ApprovalStatus', state),
          };
        })}
        onChange={show}
      />
    </div>
  );
}
