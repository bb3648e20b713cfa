import { createMatcher } from '../../../shared/format';

/** Select props that search options by words of their label, ignoring width, case and order. */
export const searchByName = {
  filterOption: (typed: string, option?: { label?: unknown }) =>
    createMatcher(typed)(String(option?.label ?? '')),
};
