import { rotateSecrets } from '#server/platform/secrets/rotate-secrets.ts'
import { openCommandDatabase, runCommand } from './run-command.ts'

const SIGN_OUT = '--sign-out'

/**
 * `npm run rotate-secrets`: makes new secrets for access tokens and cookies, and encrypts all secrets with `SECRET_KEY`.
 * The shop may be running, and no user is signed out. With `-- --sign-out`, the older secrets are not accepted any more.
 */
await runCommand(async (args) => {
  const unknown = args.find((arg) => arg !== SIGN_OUT)
  if (unknown) throw new Error(`${unknown} is unknown: npm run rotate-secrets, or with -- ${SIGN_OUT}`)
  const signOut = args.includes(SIGN_OUT)
  const { config, database } = await openCommandDatabase()
  try {
    await rotateSecrets({ ...config, database }, { signOut })
  } finally {
    await database.close()
  }
  return signOut
    ? 'The shop has new secrets, and all users are signed out. Running processes use them within seconds.'
    : 'The shop has new secrets. Running processes use them within half a minute, and no user is signed out.'
})
