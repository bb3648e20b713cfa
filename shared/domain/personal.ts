/** Normalises an email address for its digest (platforms.md 3): NFKC, trimmed, lower case; null if it is none. */
export function normaliseEmail(text: unknown): string | null {
  const email = String(text ?? '')
    .normalize('NFKC')
    .trim()
    .toLowerCase();
  return /^[^@\s]+@[^@\s]+$/.test(email) ? email : null;
}

/** Normalises a phone number to E.164; a number without country is Japanese. Null if it is none. */
export function normalisePhone(text: unknown): string | null {
  const typed = String(text ?? '')
    .normalize('NFKC')
    .trim();
  const digits = typed.replace(/\D/g, '');
  const number =
    typed[0] === '+' ? digits.replace(/^810/, '81') : digits[0] === '0' ? `81${digits.slice(1)}` : digits;
  return /^[1-9]\d{7,14}$/.test(number) ? `+${number}` : null;
}
