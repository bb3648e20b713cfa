import type { TFunction } from 'i18next';
import { withHeading } from '../i18n/punctuation';
import { failureName, requestIdOf, statusOf } from './errors';
import { refusalOf } from './refusal';

export { refusalOf } from './refusal';

/** Whether there was no answer: browsers throw these when a call fails or times out. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException;

interface FailureOptions {
  /** Whether the user's input is still there; defaults to true. */
  input?: boolean;
}

/** Sentence for a failure that has no messages. */
function sentence(t: TFunction, error: unknown, input: boolean): string {
  const status = statusOf(error);
  if (status === 404) return t('failure.missing');
  if (status !== undefined)
    return t(input ? 'failure.inputKept.serverFailed' : 'failure.serverFailed', { status });
  if (!isUnreachable(error)) return t('common.unknownError');
  return t(input ? 'failure.inputKept.unreachable' : 'failure.unreachable');
}

/** Returns the failure in lines: its name if it has one, the sentences, and the request id. */
export function failureText(t: TFunction, error: unknown, { input = true }: FailureOptions = {}): string {
  const name = failureName(error);
  const { messages } = refusalOf(error);
  const sentences = messages.length > 0 ? messages.join('\n') : sentence(t, error, input);
  if (name === undefined) return sentences;
  const id = requestIdOf(error);
  return [
    name,
    ...(sentences === name ? [] : [sentences]),
    ...(id ? [withHeading(t('common.requestId'), id)] : []),
  ].join('\n');
}
