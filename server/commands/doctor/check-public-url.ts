import type { Config } from '#server/config.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/

/** Checks the public address of the shop. Only with `--reach` it is asked for. */
export const checkPublicUrl: Check = {
  name: 'address',
  run: async ({ config, reach }) => [
    ...findAddress(config),
    ...(reach ? [await reachShop(config.publicUrl)] : []),
  ],
}

function findAddress({ publicUrl, publicUrlIsDefault, host, trustProxy }: Config): Finding[] {
  const { protocol, hostname } = new URL(publicUrl)
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
  return [ok(`The shop is at ${publicUrl}.`)]
}

async function reachShop(publicUrl: string): Promise<Finding> {
  try {
    const { status } = await fetch(`${publicUrl}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    return status === 200
      ? ok(`${publicUrl}/readyz returns 200.`)
      : fail(`${publicUrl}/readyz returns ${status}: look at the proxy, and at the log of the shop.`)
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    return fail(
      `${publicUrl} cannot be reached: ${messageOf(cause)}. Check DNS, the certificate and the proxy.`,
    )
  }
}
