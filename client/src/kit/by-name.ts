import { searchFor } from '../../../shared/format';

/** For antd's Select: choices are found by words of their name, whatever their width, case and order. */
export const byName = {
  filterOption: (typed: string, option?: { label?: unknown }) =>
    searchFor(typed)(String(option?.label ?? '')),
};
