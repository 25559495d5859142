import type { ShopDatabase } from '#server/shop-database.ts'
import type { Http, IdentityProvider } from './provider/identity-provider.ts'

/**
 * Ends the session of the browser that sent the request. The access tokens of the session stop working at once, in
 * all instances of the server.
 */
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
