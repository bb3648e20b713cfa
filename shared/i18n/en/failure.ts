import type { failure as ja } from '../ja/failure';
import type { Texts } from '../texts';

export const failure: Texts<typeof ja> = {
  missing: 'Not found',
  unreachable: 'The server could not be reached. Check your connection and try again.',
  codeLost:
    'This could not be opened because its code did not load. Check your connection, save anything you have entered, then reload the page.',
  serverFailed: 'A server error occurred ({{status}}). Please try again later.',
  inputKept: {
    unreachable:
      'The server could not be reached. Your input is still here. Check your connection and try again.',
    serverFailed: 'A server error occurred ({{status}}). Your input is still here. Please try again later.',
  },
};
