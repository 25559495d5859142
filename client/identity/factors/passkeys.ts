import type { Answer } from '#contract/call.ts'
import type { Calls } from '#contract/api.ts'
import { errorText } from '#client/lib/api-error.ts'
import { words } from '../texts.ts'

type Options = Answer<Calls['POST /auth/passkeyOptions']>

/** Whether the browser can read the options of passkeys as JSON, as all have been able to since 2025. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential
}

/** Has the browser make a passkey. Rejects with a `DOMException` if the person cancels. */
export async function makePasskey(options: Options): Promise<unknown> {
  // cast: the server has made the options with the library of the standard.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
  return jsonOf(await navigator.credentials.create({ publicKey }))
}

/** Has the person choose a passkey. Rejects with a `DOMException` if the person cancels. */
export async function choosePasskey(options: Options): Promise<unknown> {
  // cast: as above
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
  return jsonOf(await navigator.credentials.get({ publicKey }))
}

/** Browsers do not say why no passkey was used: the person may have cancelled, or have none. */
export function passkeyError(error: unknown): string {
  return error instanceof DOMException ? words.noPasskey : errorText(error)
}

/** Returns the JSON form of a credential (Web Authentication Level 3, section 5.1). */
function jsonOf(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey', 'NotAllowedError')
  return credential.toJSON()
}
