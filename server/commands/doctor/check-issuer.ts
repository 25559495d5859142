import { Discovery } from '#server/identity/oidc/discovery.ts'
import { redirectUri } from '#server/identity/oidc/oidc.ts'
import type { OidcSettings } from '#server/identity/oidc/oidc-settings.ts'
import { fail, messageOf, ok } from './check.ts'
import type { Check, Finding } from './check.ts'

/** Checks the OpenID Connect issuer: its configuration is read as for a login. The client secret is not tried. */
export const checkIssuer: Check = {
  name: 'issuer',
  run: async ({ config: { oidc, publicUrl } }) => {
    if (!oidc) return [ok('OIDC_ISSUER is not set: people log in with a password.')]
    return [
      await findIssuer(oidc),
      ok(`The redirect URI to register at the issuer is ${redirectUri(publicUrl)}`),
    ]
  },
}

async function findIssuer(settings: OidcSettings): Promise<Finding> {
  try {
    await new Discovery(settings).read()
    return ok(`${settings.issuer} can be reached, and its configuration is valid.`)
  } catch (error) {
    return fail(
      `OIDC_ISSUER cannot be used: ${messageOf(error)}. Check the address, which must be exactly the "issuer" of the configuration, and the network of this machine.`,
    )
  }
}
