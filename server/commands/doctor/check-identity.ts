import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSecretFile } from '#server/platform/secrets/secret-file.ts'
import { ok, warn } from './check.ts'
import type { Check } from './check.ts'

/** Checks the secrets with which sessions and access tokens are signed. Does not create them if they are missing. */
export const checkIdentity: Check = {
  name: 'identity',
  run: async ({ config: { dataDir } }) => {
    const file = join(dataDir, 'secrets.json')
    if (!existsSync(file)) return [warn(`${file} is not there yet. The first start of the shop creates it.`)]
    readSecretFile(dataDir)
    return [ok('The secrets for signing in can be read.')]
  },
}
