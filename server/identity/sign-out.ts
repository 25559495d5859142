import type { ShopDatabase } from '#server/shop-database.ts'
import type { Http, IdentityProvider } from './provider/identity-provider.ts'

/** Ends this browser's session. Access tokens issued for it stop working at once, in all instances. */
export async function signOut(
  { provider, database }: { provider: IdentityProvider; database: ShopDatabase },
  http: Http,
): Promise<void> {
  const person = await provider.session(http)
  await provider.signOut(http)
  if (person)
    await database.write(async ({ publish }) =>
      publish({ type: 'session-ended', sessionId: person.sessionId }),
    )
}
