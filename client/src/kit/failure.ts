import type { TFunction } from 'i18next';
import { headed } from '../i18n/punctuation';
import { failureName, requestIdOf, statusOf } from './errors';
import { refusalOf } from './refusal';

export { refusalOf } from './refusal';

/** Whether nobody answered: browsers throw these when a call does not come through or takes too long. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof DOMException;

interface FailureOptions {
  /** Whether something was typed, which is still there then; true unless stated otherwise. */
  input?: boolean;
}

/** Sentences about a failure that brings none of its own. */
function sentence(t: TFunction, error: unknown, input: boolean): string {
  const status = statusOf(error);
  if (status === 404) return t('failure.missing');
  if (status !== undefined)
    return t(input ? 'failure.inputKept.serverFailed' : 'failure.serverFailed', { status });
  if (!isUnreachable(error)) return t('common.unknownError');
  return t(input ? 'failure.inputKept.unreachable' : 'failure.unreachable');
}

/** Why something did not work, in lines: its name where it has one, the sentences, and then the id to quote. */
export function failureText(t: TFunction, error: unknown, { input = true }: FailureOptions = {}): string {
  const name = failureName(error);
  const { messages } = refusalOf(error);
  const sentences = messages.length > 0 ? messages.join('\n') : sentence(t, error, input);
  if (name === undefined) return sentences;
  const id = requestIdOf(error);
  return [
    name,
    ...(sentences === name ? [] : [sentences]),
    ...(id ? [headed(t('common.requestId'), id)] : []),
  ].join('\n');
}
