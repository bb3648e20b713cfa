import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { approvedMeasure, type MeasureKey } from '../../../../../shared/catalog';
import { withParameters } from '../../../kit/address';
import { APPROVED } from '../../../kit/report/approved-switch';

/** The choice to count only approved conversions, which is in the address. */
interface ApprovedOnly {
  readonly on: boolean;
  set(on: boolean): void;
  /** Returns the measure to show in place of another one. */
  of(key: MeasureKey): MeasureKey;
}

export function useApprovedOnly(): ApprovedOnly {
  const [parameters, setParameters] = useSearchParams();
  const on = parameters.get(APPROVED) === '1';
  return useMemo(
    () => ({
      on,
      set: (next) =>
        setParameters((before) => withParameters(before, { [APPROVED]: next ? '1' : null }), {
          preventScrollReset: true,
        }),
      of: (key) => (on ? approvedMeasure(key) : key),
    }),
    [on, setParameters],
  );
}
