/** Browser messages for code that failed to load: the connection is lost, or a new version was deployed. */
const CODE_LOST = /dynamically imported module|importing a module script|loading (css )?chunk|preload CSS/i;

export const isCodeLost = (error: unknown): boolean =>
  error instanceof Error && CODE_LOST.test(error.message);
