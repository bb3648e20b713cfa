/** Characters of a password, as people count them: 😀 and 𠮷 are one each. By itself, for the pages before the sign-in too. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** Whether a password is neither too short nor too long. */
export function passwordFits(password: string): boolean {
  const { length } = [...password];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}
