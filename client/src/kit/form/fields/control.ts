import type { Field } from '../../../../../shared/settings';

/** Properties of a form input. */
export interface ControlProps {
  /** Element id of the input, referenced by its label and the error summary. */
  id: string;
  name: string;
  entity: string;
  label: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  onLeave: () => void;
  invalid: boolean;
  disabled: boolean;
  /** Id of the hint or error below the input, for screen readers. */
  describedBy: string | undefined;
  autoFocus?: boolean | undefined;
}

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Returns the properties that every input passes to its element. */
export const inputProps = ({ id, disabled, invalid, describedBy, onLeave }: ControlProps) => ({
  id,
  disabled,
  status: invalid ? ('error' as const) : ('' as const),
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  onBlur: onLeave,
});
