/** Handler for failures that need no message: the current content stays, and a later request retries. */
export const ignored = (): undefined => undefined;
