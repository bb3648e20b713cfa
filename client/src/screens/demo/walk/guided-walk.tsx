import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Panel } from '../../../kit/panel';
import { useRight } from '../../../session/use-right';
import { ArrivalList } from './arrival-list';
import { Credit } from './credit';
import type { WalkLink } from './links';
import { markedLink, newMark, readMark } from './mark';
import { Steps } from './steps';
import { useWalk } from './use-walk';
import { withParameters } from '../../../kit/with-parameters';
import styles from './walk.module.css';

/**
 * Walkthrough: steps at the left, arrivals at the right. The address holds link and mark, which survive a
 * reload.
 */
export function GuidedWalk({ productId, links }: { productId: number; links: readonly WalkLink[] }) {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const requestedId = Number(parameters.get('link'));
  const link = links.find(({ id }) => id === requestedId) ?? links[0];
  const mark = readMark(parameters.get('walk'));
  // The link exists before it is followed. The address only holds a followed one.
  const next = useMemo(() => mark ?? newMark(), [mark]);
  const mayReport = useRight('analyze') !== 'none';
  const walk = useWalk(productId, mark, mayReport);
  const set = (changes: Readonly<Record<string, string | null>>): void =>
    setParameters((before) => withParameters(before, changes), { replace: true, preventScrollReset: true });
  if (!link) return null;
  return (
    <div className={`ic-grid ic-gap-16 ${styles.walk}`}>
      <Steps
        walk={walk}
        links={links}
        link={link}
        href={markedLink(link.redirectLink, next)}
        started={mark !== null}
        onChoose={(id) => set({ link: String(id), walk: null })}
        onFollow={() => set({ walk: next })}
        onAgain={() => set({ walk: null })}
      />
      <div className="ic-grid ic-gap-16">
        <Panel title={t('walk.arrivals.title')} lead={t('walk.arrivals.lead')}>
          <ArrivalList walk={walk} mark={mark} />
        </Panel>
        {walk.purchase && walk.click && (
          <Credit walk={walk} purchase={walk.purchase} click={walk.click} productId={productId} />
        )}
      </div>
    </div>
  );
}
