import type { Field } from '../../../../../shared/settings';

/** What an input of a form is given. */
export interface ControlProps {
  /** Element id of the input, which its label and the error summary point to. */
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
  /** Id of the hint or error below, for those who listen. */
  describedBy: string | undefined;
  autoFocus?: boolean | undefined;
}

export const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** What every input passes on to the element that is typed into. */
export const inputProps = ({ id, disabled, invalid, describedBy, onLeave }: ControlProps) => ({
  id,
  disabled,
  status: invalid ? ('error' as const) : ('' as const),
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  onBlur: onLeave,
});
