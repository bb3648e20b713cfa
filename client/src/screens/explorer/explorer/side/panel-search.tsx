import { Input } from 'antd';

/** Search field of a panel. */
export const PanelSearch = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}) => (
  <Input.Search
    allowClear
    value={value}
    placeholder={label}
    aria-label={label}
    onChange={({ target }) => onChange(target.value)}
  />
);
