import type { Config } from '#server/config.ts'
import { readSecretFile } from '#server/platform/secrets/open-secrets.ts'
import { fail, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Finds settings that are valid, but that few shops mean to have. */
export const checkSettings: Check = {
  name: 'settings',
  run: async (config) => {
    const found = [...findAddress(config), ...findSecrets(config)]
    return found.length > 0 ? found : [ok('All settings are valid.')]
  },
}

function findAddress({ demo, publicUrl, publicUrlIsDefault, host, trustProxy }: Config): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (demo)
    return [
      warn(
        'This is a demo shop, in which everyone knows the password of the admin: set PUBLIC_URL for your own.',
      ),
    ]
  if (publicUrlIsDefault) return [warn('PUBLIC_URL is not set: people can only sign in on this machine.')]
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    return [
      fail(`${publicUrl} is not encrypted, so passwords and sessions can be read on the way: use https.`),
    ]
  if (protocol === 'https:' && !trustProxy)
    return [
      fail(
        'TRUST_PROXY is not set, but only a proxy can serve https: without it all visitors count as one address. Set TRUST_PROXY=1.',
      ),
    ]
  if (trustProxy && !LOOPBACK.test(host))
    return [
      warn(
        `HOST=${host} can be reached without the proxy, which can forge addresses: let only the proxy connect.`,
      ),
    ]
  return []
}

/** Throws if the file with the secrets is needed and damaged. */
function findSecrets({ secrets, dataDir, databaseUrl }: Config): Finding[] {
  if (secrets) return []
  readSecretFile(dataDir)
  if (databaseUrl === null) return []
  return [warn(`The secrets are in ${dataDir}: set SECRETS to run the shop on several machines.`)]
}
