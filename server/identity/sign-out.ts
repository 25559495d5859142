import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'
import type { Http, Provider } from './provider.ts'

/** Ends this browser's session. Access tokens made from it stop working at once, in all instances. */
export async function signOut({ provider, database }: { provider: Provider; database: Database<Tables> }, http: Http): Promise<void> {
  const person = await provider.session(http)
  await provider.signOut(http)
  if (person) await database.write(async ({ changed }) => changed({ topic: 'session', id: person.sessionId }))
}
