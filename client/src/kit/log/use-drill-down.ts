import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { parseFigure, type AxisValue, type Figure } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { useNames } from '../../session/use-names';
import { FIGURE } from '../drill-down-path';
import type { ListFilter } from '../list/types';
import { useCvNames } from '../report/use-cv-names';
import { placeWords, sumWords } from './drill-down-text';

/** Metric value whose rows a log shows, as a condition among the others. */
export interface ShownFigure {
  figure: Figure;
  place: string;
  filter: ListFilter;
}

const NO_ADS: readonly AxisValue[] = [];

/** Ads named in its description. */
const adsOf = ({ at, except, along }: Figure): readonly AxisValue[] => [
  ...(at.ad ?? []),
  ...(except?.axis === 'ad' ? except.values : []),
  ...(along?.through ?? []),
  ...(along?.path?.ads ?? []),
];

/** Returns the metric value in the address; undefined if there is none or it is invalid. */
export function useFigure(): ShownFigure | undefined {
  const { t } = useTranslation();
  const session = useSession();
  const text = useSearchParams()[0].get(FIGURE) ?? '';
  const figure = useMemo(() => parseFigure(text), [text]);
  useNames('ad', figure ? adsOf(figure) : NO_ADS);
  useNames('redirect', figure?.at.redirect ?? []);
  const cvNames = useCvNames(figure !== null);
  return useMemo(() => {
    if (!figure) return undefined;
    const place = placeWords(figure, session, t);
    return {
      figure,
      place,
      filter: {
        name: FIGURE,
        label: t('logs.figure.label'),
        kind: 'text',
        choices: [{ value: text, label: `${sumWords(figure, t, cvNames)}　${place}` }],
      },
    };
  }, [figure, text, session, t, cvNames]);
}
