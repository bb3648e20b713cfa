/**
 * Length of a password in characters as users count them: 😀 and 𠮷 are one each. Separate file, because
 * pages before sign-in use it too.
 */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Returns whether the length of a password is valid. */
export function isPasswordLengthValid(password: string): boolean {
  const { length } = [...password];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}
