import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FittedTable } from '../../../kit/table/fitted-table';

type NameOf<Key> = Key extends `overview.adPage.${infer Name}` ? Name : never;

export interface SmallTableProps {
  /** Keys of the column headings below `overview.adPage`. */
  heads: readonly NameOf<ParseKeys>[];
  /** Indexes of the columns that hold text. */
  words?: readonly number[];
  /** Least pixel width of the columns after the names, which are numbers: they scroll whole. */
  others?: number;
  /** Text in place of a table without rows. */
  empty?: string | false;
  /** Rows of the body. */
  children: ReactNode;
  foot?: ReactNode;
}

/** Table of a section of the ad page. */
export function SmallTable({ heads, words = [], others, empty, children, foot }: SmallTableProps) {
  const { t } = useTranslation();
  if (empty) return <p className="ic-muted">{empty}</p>;
  const parts = (
    <>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={words.includes(index) ? 'ic-start' : undefined}>
              {t(`overview.adPage.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </>
  );
  return others === undefined ? (
    <div className="ic-scroll-x">
      <table className="ic-wide ic-text-13 ic-figures ic-table ic-table-end ic-table-flush">{parts}</table>
    </div>
  ) : (
    <FittedTable
      label={t(`overview.adPage.${heads[0] ?? 'path'}`)}
      className="ic-table-flush"
      name={280}
      others={others}
      count={heads.length - 1}
    >
      {parts}
    </FittedTable>
  );
}
