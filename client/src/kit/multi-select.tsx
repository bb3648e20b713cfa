import { Select, type SelectProps } from 'antd';
import type { KeyboardEvent } from 'react';
import { searchByName } from './search-by-name';

/** In an open list, antd treats Tab as a choice and keeps the focus, which would trap keyboard users. */
const leaveByTab = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') event.stopPropagation();
};

/** Select for several values; Tab leaves it. */
export function MultiSelect<Value>(props: Omit<SelectProps<Value>, 'mode'>) {
  return (
    <div onKeyDownCapture={leaveByTab} style={{ minWidth: 0 }}>
      <Select<Value> showSearch={searchByName} {...props} mode="multiple" />
    </div>
  );
}
