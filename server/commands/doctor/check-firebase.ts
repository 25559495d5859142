import { FirebaseApi, FirebaseRefused } from '#server/identity/firebase/firebase-api.ts'
import { PublishedKeys } from '#server/identity/firebase/published-keys.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

/** Tries the settings of Firebase Authentication with two reads. A shop with accounts of its own has no findings. */
export const checkFirebase: Check = {
  name: 'firebase',
  run: async ({ config: { firebase, publicUrl } }) => {
    if (!firebase) return []
    return [
      await findKeys(new PublishedKeys(firebase.apiBase)),
      ...(await findDomains(new FirebaseApi(firebase), new URL(publicUrl).hostname)),
    ]
  },
}

async function findKeys(keys: PublishedKeys): Promise<Finding> {
  try {
    await keys.check()
    return ok('The keys that sign the tokens of Firebase can be read.')
  } catch (error) {
    return fail(
      `${messageOf(error)}. Logging in does not work: let this machine reach www.googleapis.com, identitytoolkit.googleapis.com and securetoken.googleapis.com.`,
    )
  }
}

async function findDomains(api: FirebaseApi, host: string): Promise<Finding[]> {
  try {
    const domains = await api.authorizedDomains()
    const isKnown = domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
    return [
      ok('Firebase accepts FIREBASE_API_KEY.'),
      ...(isKnown
        ? []
        : [
            warn(
              `Firebase does not know ${host}, so its mails have no link back to the shop: add it to the authorized domains of the project.`,
            ),
          ]),
    ]
  } catch (error) {
    const advice =
      error instanceof FirebaseRefused
        ? 'Copy the web API key of the project, and do not restrict it to websites.'
        : 'Check the network and the firewall of this machine.'
    return [fail(`${messageOf(error)} ${advice}`)]
  }
}
