/** Steps from a click to the ad network, in order. */
export const STEPS = [
  'redirect',
  'landing',
  'tag',
  'click',
  'view',
  'conversion',
  'path',
  'result',
  'postback',
] as const;
export type Step = (typeof STEPS)[number];

/** `warning`: the test continues, but a person should look at the step. */
export type HopState = 'ok' | 'warning' | 'failed';

/** One step of a link test and its result. */
export interface Hop {
  readonly step: Step;
  readonly state: HopState;
  /** Key of the finding; shared/i18n translates it. */
  readonly finding: string;
  readonly durationMs: number;
  /** For example the requested URL or the reason of a rejection. */
  readonly detail: string | null;
}

type HopResult = Pick<Hop, 'state' | 'finding' | 'detail'>;
export const ok = (finding: string, detail: string | null = null): HopResult => ({
  state: 'ok',
  finding,
  detail,
});
export const warning = (finding: string, detail: string | null = null): HopResult => ({
  state: 'warning',
  finding,
  detail,
});
export const failed = (finding: string, detail: string | null = null): HopResult => ({
  state: 'failed',
  finding,
  detail,
});

/** Runs a step and measures its duration. Errors propagate to the caller. */
export async function runHop(step: Step, work: () => Promise<HopResult>): Promise<Hop> {
  const startedAt = performance.now();
  const result = await work();
  return { step, ...result, durationMs: Math.round(performance.now() - startedAt) };
}
