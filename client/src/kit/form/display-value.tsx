import type { ReactNode } from 'react';

/** Read-only value of a form below its label. */
export function DisplayValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className="ic-baseline ic-gap-8 ic-mb-4 ic-medium">{label}</p>
      {children}
    </>
  );
}
