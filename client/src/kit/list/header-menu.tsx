import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { moveColumn, toggleHidden, togglePin } from '../columns/column-choice';
import styles from './list-table.module.css';
import type { ListColumn } from './types';
import type { ColumnControls } from '../columns/use-columns';

export interface HeaderMenuProps<Row> {
  column: ListColumn<Row>;
  title: string;
  controls: ColumnControls<ListColumn<Row>>;
}

/** Clicks and Enter in the menu bubble to the header through React's tree and must not sort. */
const keepClick = (event: MouseEvent): void => event.stopPropagation();
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.stopPropagation();
};

/**
 * Column title with a menu that hides, moves or pins the column. The menu is at the far end: clicks on the
 * middle of a header sort.
 */
export function HeaderMenu<Row>({ column, title, controls }: HeaderMenuProps<Row>) {
  const { t } = useTranslation();
  const { choice, change } = controls;
  const pinned = choice.pinned.includes(column.key);
  return (
    <span className={`ic-row ic-between ${styles.header} ${column.align === 'right' ? styles.right : ''}`}>
      {title}
      <span role="presentation" onClick={keepClick} onKeyDown={keepEnter}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              {
                key: 'left',
                label: t('list.moveLeft'),
                onClick: () => change(moveColumn(choice, column.key, -1)),
              },
              {
                key: 'right',
                label: t('list.moveRight'),
                onClick: () => change(moveColumn(choice, column.key, 1)),
              },
              {
                key: 'pin',
                label: t(pinned ? 'list.unpinColumn' : 'list.pinColumn'),
                onClick: () => change(togglePin(choice, column.key)),
              },
              ...(column.names
                ? []
                : [
                    { type: 'divider' as const },
                    {
                      key: 'hide',
                      label: t('report.hideColumn', { column: title }),
                      onClick: () => change(toggleHidden(choice, column.key)),
                    },
                  ]),
            ],
          }}
        >
          <button
            type="button"
            data-screen-only
            className={`ic-plain-button ic-muted ${styles.menuButton}`}
            aria-label={t('report.columnMenu', { column: title })}
          >
            <EllipsisOutlined />
          </button>
        </Dropdown>
      </span>
    </span>
  );
}
