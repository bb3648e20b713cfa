import type { Tx } from '../../db/database';
import { execute, select } from '../../db/statements';

/**
 * Marks a session that began at an identity provider. Forgets those that are gone.
 * @param session `url`: where the browser ends the provider's session with ours; null if nowhere
 */
export async function storeProviderSession(
  tx: Tx,
  { family, userId, url }: { family: string; userId: number; url: string | null },
): Promise<void> {
  await execute(tx)`DELETE FROM provider_session WHERE user_id = ${userId}
    AND family NOT IN (SELECT family FROM refresh_token WHERE user_id = ${userId})`;
  await execute(tx)`INSERT INTO provider_session (family, user_id, logout_url)
    VALUES (${family}, ${userId}, ${url})`;
}

/** Returns whether a session began at an identity provider. */
export async function isProviderSession(db: Pick<Tx, 'query'>, family: string): Promise<boolean> {
  return (await select(db)`SELECT family FROM provider_session WHERE family = ${family}`).length > 0;
}

/** Returns where the browser ends the provider's session, and forgets it; null if nowhere. */
export async function takeLogoutUrl(tx: Tx, family: string): Promise<string | null> {
  const [session] = await select<{ logout_url: string | null }>(tx)`SELECT logout_url FROM provider_session
    WHERE family = ${family}`;
  await execute(tx)`DELETE FROM provider_session WHERE family = ${family}`;
  return session?.logout_url ?? null;
}
