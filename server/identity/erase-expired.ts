import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Deletes sessions, tokens and invitations that have expired. */
export async function eraseExpired({ write }: ShopDatabase): Promise<void> {
  const at = now()
  for (const table of ['sessions', 'tokens', 'invitations'] as const)
    await write(({ tx }) => tx.deleteFrom(table).where('expires_at', '<', at).execute())
}
