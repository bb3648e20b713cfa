import { isEnumValue } from '../../shared/catalog';
import { formatDateTime } from '../../shared/domain/calendar';
import { diagnose, type Diagnosis } from '../../shared/domain/postback';
import { ApprovalStatus, renderUrl, sampleValues, statusWord } from '../../shared/domain/results';
import { settingRules, validate } from '../../shared/settings';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import { requireProduct, requireRight } from '../auth/permissions';
import { newEventId } from '../platform/event-id';
import { type Reach, attempt, headersText, type Attempt } from './request';

/** Form values for a test send, saved or not. */
export interface TestSend {
  readonly productId: number;
  readonly webhookUrl: string;
  /** Approval status to send; defaults to pending. */
  readonly approvalStatus?: number | null | undefined;
  /** The network's word for that status. */
  readonly word?: string | null | undefined;
}

/** Request and response of a test send. */
export interface TestSent {
  readonly url: string;
  readonly requestHeaders: string;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly location: string | null;
  readonly diagnosis: Diagnosis;
}

/** Converts an attempt for display. */
export function sentOf({
  url,
  requestHeaders,
  durationMs,
  status,
  error,
  body,
  location,
}: Attempt): TestSent {
  return {
    url,
    requestHeaders: headersText(requestHeaders),
    durationMs,
    httpStatus: status,
    error,
    answer: body,
    location,
    diagnosis: diagnose({ status, error }),
  };
}

/** Sends a postback of a made-up result and returns the outcome. Nothing is stored. */
export class TestSendService {
  constructor(
    private readonly reach: Reach,
    private readonly now: () => number,
  ) {}

  /** @throws FORBIDDEN, BAD_USER_INPUT */
  async send(actor: Actor, { productId, webhookUrl, approvalStatus, word }: TestSend): Promise<TestSent> {
    requireRight(actor, 'asps', 'edit');
    requireProduct(actor, productId);
    const state = approvalStatus ?? ApprovalStatus.PENDING;
    if (!isEnumValue(ApprovalStatus, state))
      throw badInput({
        approvalStatus: { key: 'mustBeOneOf', params: { values: Object.values(ApprovalStatus).join(', ') } },
      });
    const { webhookUrl: field } = settingRules.asp.fields;
    const { values, errors } = validate({ webhookUrl: field }, { webhookUrl });
    if (Object.keys(errors).length > 0) throw badInput(errors);
    const template = values.webhookUrl;
    if (typeof template !== 'string') throw badInput({ webhookUrl: { key: 'required' } });
    const now = this.now();
    const url = renderUrl(template, sampleValues(statusWord(word, state), formatDateTime(now)));
    return sentOf(await attempt(url, { reach: this.reach, idempotencyKey: newEventId(now) }));
  }
}
