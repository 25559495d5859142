import type { SecretPlace } from './open-secrets.ts'
import { openSecrets } from './open-secrets.ts'
import { SecretBox } from './secret-box.ts'
import { rotateSecretFile } from './secret-file.ts'
import { SecretRows } from './secret-rows.ts'

/**
 * Makes new secrets. Running processes use them within seconds. What was signed with the older secrets remains valid
 * until it expires, unless `signOut` is true. On PostgreSQL, all secrets are then encrypted with `SECRET_KEY`. Throws an
 * error with a one-sentence message if that is not possible.
 */
export async function rotateSecrets<Tables>(
  place: SecretPlace<Tables>,
  { signOut }: { signOut: boolean },
): Promise<void> {
  const { database, dataDir, secretKey, oldSecretKey } = place
  if (database.dialect === 'sqlite') return rotateSecretFile(dataDir, { signOut })
  if (secretKey === null)
    throw new Error(
      'On PostgreSQL new secrets are made in the database: set SECRET_KEY for all processes of the shop, restart them, and try again.',
    )
  const rows = new SecretRows(database)
  const box = new SecretBox(secretKey, oldSecretKey)
  if (signOut) return rows.replaceAll(box)
  await openSecrets(place)
  await rows.rotate(box)
}
