import type { Http, Provider } from './provider.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Ends this browser's session. Access tokens made from it stop working at once, in all instances. */
export async function signOut(
  { provider, database }: { provider: Provider; database: ShopDatabase },
  http: Http,
): Promise<void> {
  const person = await provider.session(http)
  await provider.signOut(http)
  if (person)
    await database.write(async ({ publish }) =>
      publish({ type: 'session-ended', sessionId: person.sessionId }),
    )
}
