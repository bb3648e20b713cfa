import { isRecord } from '../../../shared/records';
import { callRest } from '../session/rest';

/**
 * Requests a one-time download address and opens it, so that the browser streams the file itself.
 * @param path REST path of the data, e.g. `/api/v1/analyses/ad_summaries`
 * @throws RestError when the server refuses
 */
export async function openDownload(
  path: string,
  kind: 'csv' | 'xlsx',
  query: URLSearchParams,
): Promise<void> {
  const response = await callRest(`${path}/download/${kind}/?${query}`, { method: 'POST' });
  const answer: unknown = await response.json();
  if (!isRecord(answer) || typeof answer.url !== 'string')
    throw new Error('The server returned no download address');
  const link = document.createElement('a');
  link.href = answer.url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
