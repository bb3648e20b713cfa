import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { moveColumn, toggleHidden, togglePin } from '../columns/column-choice';
import { ColumnChooser, type ColumnItem } from '../columns/column-chooser';
import type { ColumnControls } from '../columns/use-columns';
import type { FieldTexts } from '../use-field-texts';
import type { ListColumn } from './types';

export interface ListColumnsProps<Row> {
  columns: readonly ListColumn<Row>[];
  controls: ColumnControls<ListColumn<Row>>;
  texts: FieldTexts;
}

/** Shows, hides, orders and pins the columns of a list. Changes apply immediately and are remembered. */
export function ListColumns<Row>({ columns, controls, texts }: ListColumnsProps<Row>) {
  const { t } = useTranslation();
  const { choice, change, reset } = controls;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const items = choice.order.flatMap((key): ColumnItem[] => {
    const column = byKey.get(key);
    return column ? [{ key, title: texts.label(column.label ?? key), fixed: column.names === true }] : [];
  });
  return (
    <ColumnChooser
      items={items}
      visible={new Set(choice.order.filter((key) => !choice.hidden.includes(key)))}
      onToggle={(keys) => change(keys.reduce(toggleHidden, choice))}
      onReset={reset}
      lead={t('list.columnsLead')}
      actions={({ key, title }) => {
        const pinned = choice.pinned.includes(key);
        return (
          <>
            <Button
              type="text"
              size="small"
              icon={pinned ? <PushpinFilled style={{ color: 'var(--ic-primary)' }} /> : <PushpinOutlined />}
              aria-label={t(pinned ? 'list.unpin' : 'list.pin', { column: title })}
              aria-pressed={pinned}
              onClick={() => change(togglePin(choice, key))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('list.moveUp', { column: title })}
              onClick={() => change(moveColumn(choice, key, -1))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('list.moveDown', { column: title })}
              onClick={() => change(moveColumn(choice, key, 1))}
            />
          </>
        );
      }}
    />
  );
}
