import type { ReactNode } from 'react';
import { Sign } from './sign';

/** Message about a form as a whole: a failure or a success. */
export function FormMessage({ type, children }: { type: 'error' | 'success'; children: ReactNode }) {
  return (
    <div
      className={`ic-baseline ic-gap-8 ic-rounded ic-mb-16 ic-p-8-16 ic-text-13 ic-pre ic-toned ic-tone- ic- ${type} ${type}`}
      role={type === 'error' ? 'alert' : 'status'}
    >
      <Sign name={type === 'error' ? 'warning' : 'success'} className="ic-rigid" />
      <span>{children}</span>
    </div>
  );
}
