import {
  useWalkClickQuery,
  useWalkRowQuery,
  useWalkStoryQuery,
  type WalkRowQuery,
} from '../../../generated/graphql';
import { dayText } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';
import {
  arrivalsOf,
  purchaseOf,
  nextStep,
  type Arrival,
  type Click,
  type Conversion,
  type Step,
  markParameter,
  searchStart,
} from './arrivals';

/** Poll interval while the page is visible. */
const POLL_MS = 1500;
const polling = {
  pollInterval: POLL_MS,
  skipPollAttempt: () => document.hidden,
  fetchPolicy: 'network-only',
  notifyOnNetworkStatusChange: false,
} as const;

/** Progress of a walkthrough. */
export interface Walk {
  click: Click | undefined;
  arrivals: readonly Arrival[];
  purchase: Conversion | undefined;
  step: Step;
  /** Today's metrics of the followed ad; undefined until the first purchase. */
  metrics: WalkRowQuery['adSummaries']['total']['figures'] | undefined;
  error: Error | undefined;
}

/** Polls the logs for the marked click and then for its visitor's events. */
export function useWalk(productId: number, mark: string | null, mayReport: boolean): Walk {
  const day = dayText(useToday());
  const clicks = useWalkClickQuery({
    ...polling,
    variables: {
      productId,
      timeFrom: mark ? searchStart(mark) : '',
      mark: [mark ? markParameter(mark) : ''],
    },
    skip: mark === null,
  });
  // Ignore the result of an earlier walkthrough.
  const click = mark === null ? undefined : clicks.data?.interactions.results[0];
  const stories = useWalkStoryQuery({
    ...polling,
    variables: { productId, visitorId: click?.visitorId ?? '' },
    skip: !click,
  });
  const story = stories.data ?? stories.previousData;
  const arrivals = arrivalsOf(click, (click && story?.visitorStory.results) ?? []);
  const purchase = purchaseOf(arrivals);
  const rows = useWalkRowQuery({
    ...polling,
    variables: { productId, adId: click?.adId ?? 0, day },
    skip: !purchase || !click || !mayReport,
  });
  return {
    click,
    arrivals,
    purchase,
    step: nextStep(arrivals, purchase),
    metrics: purchase ? rows.data?.adSummaries.total.figures : undefined,
    error: clicks.error ?? stories.error,
  };
}
