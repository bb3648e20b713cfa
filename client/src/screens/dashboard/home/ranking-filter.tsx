import { FilterOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FigureConditions, figureChips } from '../../../kit/filter/figure-conditions';
import { FilterChips } from '../../../kit/filter/filter-bar';
import type { ExcludedRows } from '../../../kit/report/answer';
import { useFigureColumns } from '../../../kit/report/use-figure-filter';
import { metricText } from '../../../kit/table/number-cell';
import { usePopover } from '../../../kit/use-popover';

export interface RankingFilterProps {
  /** Conditions on the metric values of an ad. */
  figures: readonly string[];
  excluded: ExcludedRows | null | undefined;
  onChange: (figures: readonly string[]) => void;
}

/** Conditions on the ads of the ranking, with a chip for each. */
export function RankingFilter({ figures, excluded, onChange }: RankingFilterProps) {
  const { t } = useTranslation();
  const columns = useFigureColumns();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popover = usePopover(open, button);
  const { fields, values } = figureChips(figures, columns, t);
  return (
    <>
      <Popover
        ref={popover}
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        content={
          <div style={{ width: 'min(280px, calc(100vw - 64px))' }}>
            <FigureConditions columns={columns} values={figures} onChange={onChange} />
          </div>
        }
      >
        <Button ref={button} icon={<FilterOutlined />} aria-expanded={open}>
          {t('report.figureFilter')}
        </Button>
      </Popover>
      <FilterChips
        fields={fields}
        values={values}
        onRemove={(text) => onChange(figures.filter((one) => one !== text))}
        onClear={() => onChange([])}
        note={
          excluded
            ? t('report.excluded', {
                count: excluded.rows,
                cost: metricText(excluded.adCost, { unit: 'yen', showZero: true }),
              })
            : undefined
        }
      />
    </>
  );
}
