import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface FieldFrameProps {
  id: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  count?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Label above an input, and its hint or error below. */
export function FieldFrame({ id, label, required = false, hint, count, error, children }: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <>
      <label className="ic-baseline ic-gap-8 ic-mb-4 ic-medium" htmlFor={id}>
        {label}
        {required && <span className="ic-nowrap ic-strong ic-tag ic-tone-error">{t('form.required')}</span>}
      </label>
      {children}
      <div id={`${id}-note`}>
        {error && <p className="ic-mt-4 ic-error ic-text-12">{error}</p>}
        {(hint || count) && (
          <div className="ic-flex ic-between ic-gap-12 ic-mt-4 ic-hint">
            <span>{hint}</span>
            {count}
          </div>
        )}
      </div>
    </>
  );
}
