import { baseUrl, SettingError, text } from '#server/platform/environment.ts'
import type { Environment } from '#server/platform/environment.ts'
import type { FirebaseSettings } from './id-token.ts'

/** Reads the settings of Firebase Authentication. Returns null if the shop has the accounts itself. */
export function firebaseSettings(
  env: Environment,
  { demo, isReal }: { demo: boolean; isReal: boolean },
): FirebaseSettings | null {
  const name = text(env, 'IDENTITY') ?? 'own'
  if (name !== 'own' && name !== 'firebase')
    throw new SettingError(`IDENTITY must be "own" or "firebase", not "${name}".`)
  if (name === 'own') return null
  const [apiKey, projectId] = ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'].map((one) => text(env, one))
  if (!apiKey || !projectId)
    throw new SettingError('IDENTITY=firebase needs FIREBASE_API_KEY and FIREBASE_PROJECT_ID beside it.')
  if (demo)
    throw new SettingError(
      'IDENTITY=firebase cannot be used by a demo shop, whose accounts are its own: set PUBLIC_URL, or DEMO=0.',
    )
  return { apiKey, projectId, apiBase: firebaseBase(env, isReal) }
}

/** Returns the address of a program that replaces Firebase in tests, or null. A real shop cannot have one. */
function firebaseBase(env: Environment, isReal: boolean): string | null {
  if (text(env, 'FIREBASE_AUTH_EMULATOR_HOST'))
    throw new SettingError(
      'FIREBASE_AUTH_EMULATOR_HOST cannot be used, because the tokens of the emulator are not signed: leave it out.',
    )
  const apiBase = baseUrl(env, 'FIREBASE_API_BASE')
  if (apiBase && isReal)
    throw new SettingError(
      'FIREBASE_API_BASE is for tests, and not for a shop with PUBLIC_URL: leave it out.',
    )
  return apiBase
}
