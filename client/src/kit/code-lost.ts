/** How browsers say that code did not arrive: the connection is lost, or another version was published. */
const CODE_LOST = /dynamically imported module|importing a module script|loading (css )?chunk|preload CSS/i;

export const isCodeLost = (error: unknown): boolean =>
  error instanceof Error && CODE_LOST.test(error.message);
