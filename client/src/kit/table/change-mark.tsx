import { useTranslation } from 'react-i18next';
import type { MeasureDirection } from '../../../../shared/catalog';
import type { Change } from '../../../../shared/format';
import { withAside } from '../../i18n/punctuation';

export interface ChangeMarkProps {
  change: Change;
  direction: MeasureDirection;
  /** Whether it rests on too few events to be called good or bad. */
  few?: boolean;
}

const COLOURS = { better: 'ic-success', worse: 'ic-error', neutral: 'ic-muted' } as const;

const ARROWS: Record<Change['way'], string> = { up: '▲', down: '▼', flat: '→' };

/**
 * Change as arrow and text, coloured by whether it is good for the measure. A hidden word states the same
 * without colour.
 */
export function ChangeMark({ change, direction, few = false }: ChangeMarkProps) {
  const { t } = useTranslation();
  const { way, text } = change;
  const tone =
    few || way === 'flat' || direction === 'neutral' ? 'neutral' : way === direction ? 'better' : 'worse';
  return (
    <span className={`ic-inline ic-align-baseline ic-gap-4 ic-nowrap ic-figures ${COLOURS[tone]}`}>
      <span className="ic-text-11" aria-hidden="true">
        {ARROWS[way]}
      </span>
      <span aria-hidden="true">{text.replace(/^[+-]/, '')}</span>
      <span className="ic-visually-hidden">{withAside(text, t(`report.${few ? 'few' : tone}`))}</span>
    </span>
  );
}
