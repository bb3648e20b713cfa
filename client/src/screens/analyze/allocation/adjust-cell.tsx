import { WarningOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AdAnalyzeAdjustmentItem, type AxisKey } from '../../../../../shared/catalog';
import { costChangeLimits, isValidChange, type CostChange } from '../../../../../shared/domain/cost';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';
import { formatNumber } from '../../../../../shared/format';
import type { ReportRow } from '../../../kit/report/answer';
import { useRowNames } from '../../../kit/report/use-row-names';
import { timesText } from '../../../kit/table/number-cell';
import styles from './allocation.module.css';

const { PERCENT, CURRENCY } = AdAnalyzeAdjustmentItem;

export interface AdjustCellProps {
  row: ReportRow;
  axes: readonly AxisKey[];
  change: CostChange | undefined;
  /** Current cost; null if the row can't have one. */
  cost: number | null;
  /** True if the change exceeds the available cost. */
  refused: boolean;
  /** Multiple of the observed cost, if results are far from what was observed. */
  far: number | undefined;
  /** Number of rows that are already changed. */
  full: number;
  /** Null undoes the change. */
  onChange: (change: CostChange | null) => void;
}

/** Parses a typed amount, or returns an error text. Blank means 0. */
function parseAmount(text: string, by: CostChange['by'], t: TFunction): number | string {
  const plain = normaliseNumber(text).replace(/^\+|[%％]$/g, '');
  if (plain === '') return 0;
  const amount = Number(plain);
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return t('allocation.notANumber');
  const { min, max } = by === PERCENT ? costChangeLimits.percent : costChangeLimits.yen;
  if (!isValidChange({ by, amount }))
    return t('allocation.outOfRange', { min: formatNumber(min), max: formatNumber(max) });
  return Math.round(amount * 100) / 100;
}

const textOf = (change: CostChange | undefined): string =>
  change
    ? `${change.amount > 0 ? '+' : ''}${formatNumber(change.amount, { decimals: Number.isInteger(change.amount) ? 0 : 2 })}`
    : '';

/** Edits the cost of one row in percent or yen. Applies on Enter or blur. */
export function AdjustCell({ row, axes, change, cost, refused, far, full, onChange }: AdjustCellProps) {
  const { t } = useTranslation();
  const id = useId();
  const names = useRowNames();
  const [typed, setTyped] = useState<string>();
  const [by, setBy] = useState<CostChange['by']>(change?.by ?? PERCENT);
  const [wrong, setWrong] = useState<string>();
  // The title changes while the tooltip is open. An uncontrolled tooltip doesn't notice that.
  const [focused, setFocused] = useState(false);
  const [hovered, setHovered] = useState(false);
  // The address wins, also after Back or a reset.
  useEffect(() => {
    setTyped(undefined);
    setWrong(undefined);
    if (change) setBy(change.by);
  }, [change]);

  const name = names.whole(row, axes);
  if (cost === null)
    return <span className={styles.none} title={t('allocation.notAdjustable')} aria-hidden="true" />;

  function take(text: string, unit: CostChange['by']): void {
    const amount = parseAmount(text, unit, t);
    if (typeof amount !== 'number') return setWrong(amount);
    if (amount !== 0 && !change && full >= costChangeLimits.rows)
      return setWrong(t('allocation.mostRows', { max: costChangeLimits.rows }));
    setWrong(undefined);
    setTyped(undefined);
    if (amount !== (change?.amount ?? 0) || (amount !== 0 && unit !== change?.by))
      onChange(amount === 0 ? null : { by: unit, amount });
  }
  function press(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) take(typed ?? textOf(change), by);
    if (event.key === 'Escape') {
      setTyped(undefined);
      setWrong(undefined);
    }
  }
  const error = wrong ?? (refused ? t('allocation.belowZero') : undefined);
  const farText = far === undefined ? undefined : t('allocation.farRow', { times: timesText(far) });
  const message = error ?? farText;
  const look = error ? styles.wrong : farText ? styles.far : change ? styles.changed : '';
  return (
    // Interaction with the editor doesn't open the row.
    <span
      className={`ic-row ic-gap-4 ${styles.cell}`}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {/* Covers other rows: visible only while its own row is active, and transparent to clicks. */}
      <Tooltip
        title={message}
        open={message !== undefined && (focused || hovered)}
        styles={{ root: { pointerEvents: 'none' } }}
      >
        <input
          className={`${styles.input} ${look}`}
          inputMode="text"
          value={typed ?? textOf(change)}
          placeholder="±0"
          aria-label={t('allocation.adjustOf', { row: name })}
          aria-invalid={error !== undefined}
          aria-describedby={id}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={press}
          onFocus={() => setFocused(true)}
          onMouseEnter={() => setHovered(true)}
          onMouseLeave={() => setHovered(false)}
          onBlur={() => {
            setFocused(false);
            if (typed !== undefined) take(typed, by);
          }}
        />
      </Tooltip>
      <span id={id} hidden>
        {message}
      </span>
      <select
        className={styles.unit}
        value={by}
        aria-label={t('allocation.unitOf', { row: name })}
        onChange={(event) => {
          const unit = Number(event.target.value) === CURRENCY ? CURRENCY : PERCENT;
          setBy(unit);
          const text = typed ?? textOf(change);
          if (text !== '') take(text, unit);
        }}
      >
        <option value={PERCENT}>%</option>
        <option value={CURRENCY}>{t('report.unitYen')}</option>
      </select>
      {farText && (
        <WarningOutlined className={`ic-warning ${styles.mark}`} aria-hidden="true" title={farText} />
      )}
    </span>
  );
}
