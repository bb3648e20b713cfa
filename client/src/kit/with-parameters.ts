/** Returns the URL parameters with changes; no value or an empty string removes a parameter. */
export function withParameters(
  before: URLSearchParams,
  changes: Readonly<Record<string, string | number | null | undefined>>,
): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value == null || value === '') after.delete(name);
    else after.set(name, String(value));
  }
  return after;
}
