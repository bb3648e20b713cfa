import { Select, type SelectProps } from 'antd';
import type { KeyboardEvent } from 'react';
import { byName } from './by-name';

/** In an open list antd takes Tab for a choice and keeps the focus: nobody would get out by keyboard with what they chose. */
const leaveByTab = (event: KeyboardEvent): void => {
  if (event.key === 'Tab') event.stopPropagation();
};

/** A choice of several; Tab leaves it. */
export function MultiSelect<Value>(props: Omit<SelectProps<Value>, 'mode'>) {
  return (
    <div onKeyDownCapture={leaveByTab} style={{ minWidth: 0 }}>
      <Select<Value> showSearch={byName} {...props} mode="multiple" />
    </div>
  );
}
