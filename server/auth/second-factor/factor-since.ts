/**
 * SQL of the time since which a user has a second factor: an authenticator app or a passkey; null without one.
 * @param userId SQL of the user's id
 */
export const factorSince = (userId: string): string => {
  const app = `(SELECT s.active_since FROM second_factor s WHERE s.user_id = ${userId})`;
  const passkey = `(SELECT MIN(k.created_at) FROM passkey k WHERE k.user_id = ${userId})`;
  return `(CASE WHEN ${app} < ${passkey} THEN ${app} ELSE COALESCE(${passkey}, ${app}) END)`;
};
