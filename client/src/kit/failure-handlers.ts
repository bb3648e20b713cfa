import type { TFunction } from 'i18next';
import { requestIdOf } from './errors';
import { failureText } from './failure';
import { showNotice, type NoticeType } from './notifier';

/**
 * Returns a handler that shows a failure at the top of the console. With a request id it stays until it is
 * clicked.
 */
export const failureToast =
  (t: TFunction, type: Extract<NoticeType, 'WARNING' | 'ERROR'> = 'ERROR') =>
  (error: unknown): void =>
    showNotice({
      type,
      text: failureText(t, error, { input: false }),
      ...(requestIdOf(error) ? { timeout: -1 } : {}),
    });
