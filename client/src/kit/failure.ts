import { ServerError, ServerParseError } from '@apollo/client/errors';
import type { TFunction } from 'i18next';
import { RestError } from '../session/rest';
import { refusalOf } from './refusal';

export { refusalOf } from './refusal';

/** The status of an answer that says nothing of its own, e.g. of a proxy; undefined where nobody answered. */
function bareStatus(error: unknown): number | undefined {
  if (error instanceof RestError) return error.status;
  return ServerError.is(error) || ServerParseError.is(error) ? error.statusCode : undefined;
}

/** One sentence or more about why something did not work. */
export function failureText(t: TFunction, error: unknown): string {
  const { messages } = refusalOf(error);
  if (messages.length > 0) return messages.join('\n');
  const status = bareStatus(error);
  return status === undefined ? t('form.unreachable') : t('form.serverFailed', { status });
}
