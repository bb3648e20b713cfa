/** The steps of the way from a click to the ad network, in their order. */
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

/** `warning`: the way goes on, and somebody should look. */
export type HopState = 'ok' | 'warning' | 'failed';

/** One step and what was found. */
export interface Hop {
  readonly step: Step;
  readonly state: HopState;
  /** What was found, by its key; its words stand in shared/i18n. */
  readonly finding: string;
  readonly durationMs: number;
  /** The URL that was asked, the reason of a refusal and the like. */
  readonly detail: string | null;
}

type Found = Pick<Hop, 'state' | 'finding' | 'detail'>;
export const ok = (finding: string, detail: string | null = null): Found => ({
  state: 'ok',
  finding,
  detail,
});
export const warning = (finding: string, detail: string | null = null): Found => ({
  state: 'warning',
  finding,
  detail,
});
export const failed = (finding: string, detail: string | null = null): Found => ({
  state: 'failed',
  finding,
  detail,
});

/** Does a step and takes its time. What it throws is found as an error of the product, and thrown on. */
export async function hop(step: Step, work: () => Promise<Found>): Promise<Hop> {
  const began = performance.now();
  const found = await work();
  return { step, ...found, durationMs: Math.round(performance.now() - began) };
}
