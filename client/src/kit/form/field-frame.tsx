import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Text of a field with a maximum length. */
export interface TypedText {
  value: unknown;
  /** Text before the user typed; defaults to none. */
  initial?: unknown;
  max: number | undefined;
}

/** Share of the maximum length above which the character count is shown. */
const COUNT_FROM = 0.8;

/** Returns the maximum length as a hint once the user has typed, and the count near it. */
export function useLengthHint({ value, initial, max = Infinity }: TypedText): {
  bound: string | undefined;
  count: ReactNode;
} {
  const { t } = useTranslation();
  const length = typeof value === 'string' ? [...value].length : 0;
  const isTyped = length > 0 && value !== initial && max < Infinity;
  return {
    bound: isTyped ? t('form.within', { maxlength: max.toLocaleString('en') }) : undefined,
    count: length >= max * COUNT_FROM && (
      <span className={`ic-rigid ic-figures ${length > max ? 'ic-error' : ''}`}>{`${length} / ${max}`}</span>
    ),
  };
}

export interface FieldFrameProps {
  id: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  typed?: TypedText | undefined;
  error?: string | undefined;
  children: ReactNode;
}

const UNLIMITED: TypedText = { value: '', max: undefined };

/** Label above an input, and its hints or error below. An error already names the maximum length. */
export function FieldFrame({ id, label, required = false, hint, typed, error, children }: FieldFrameProps) {
  const { t } = useTranslation();
  const { bound, count } = useLengthHint(typed ?? UNLIMITED);
  const limit = error ? undefined : bound;
  return (
    <>
      <label className="ic-baseline ic-gap-8 ic-mb-4 ic-medium" htmlFor={id}>
        {label}
        {required && <span className="ic-nowrap ic-strong ic-tag ic-tone-error">{t('form.required')}</span>}
      </label>
      {children}
      <div id={`${id}-note`}>
        {error && <p className="ic-mt-4 ic-error ic-text-12">{error}</p>}
        {(hint || limit || count) && (
          <div className="ic-flex ic-between ic-gap-12 ic-mt-4 ic-hint">
            <span>
              {hint}
              {limit && <span className="ic-block">{limit}</span>}
            </span>
            {count}
          </div>
        )}
      </div>
    </>
  );
}
