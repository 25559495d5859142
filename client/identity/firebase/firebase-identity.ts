import { initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  initializeAuth,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import type { Auth, User } from '@firebase/auth'
import { ApiError } from '#client/lib/api-error.ts'
import type { PageSettings } from '#contract/pages.ts'
import { signInProblems } from '#contract/values/sign-in-problems.ts'
import { call, shopIdentity, signedInBy } from '../identity-client.ts'
import type { IdentityClient, SignedIn } from '../identity-client.ts'

/**
 * The age in milliseconds from which an ID token is renewed. The session at the shop ends an hour after the last token
 * was made, and an access token is fetched every ten minutes.
 */
const RENEW_AFTER_MS = 30 * 60_000

/** The codes that mean that the account was disabled or deleted, or that its tokens were revoked. */
const ENDED = new Set(['user-disabled', 'user-token-expired', 'user-not-found', 'invalid-user-token'])

/**
 * The identity provider of a shop whose accounts are at Firebase. Google's library checks the passwords, and the ID token
 * that it returns is exchanged for a session of the shop.
 */
export function firebaseIdentity(settings: NonNullable<PageSettings['firebase']>): IdentityClient {
  const auth = openAuth(settings)
  return {
    ...shopIdentity,
    signIn: (email, password) => calling(async () => enter(auth, await checkPassword(auth, email, password))),
    signUp: (name, email, password) =>
      calling(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: name })
        return enter(auth, user)
      }),
    async signOut() {
      await shopIdentity.signOut()
      await signOut(auth)
    },
    forgotPassword: (email) => calling(() => mailResetLink(auth, email)),
    changePassword: (current, password) =>
      calling(async () => {
        const user = await confirmOwner(auth, current)
        await updatePassword(user, password)
        await exchange(user)
        await call('DELETE /account/sessions')
      }),
    rename: (name) =>
      calling(async () => {
        const user = await signedIn(auth)
        await updateProfile(user, { displayName: name })
        const renamed = await exchange(user)
        return renamed === 'needs-code' ? null : renamed
      }),
    changeEmail: (email, password) =>
      calling(async () => {
        const user = await confirmOwner(auth, password)
        await verifyBeforeUpdateEmail(user, email, { url: loginUrl() })
      }),
    deleteAccount: (password) =>
      calling(async () => {
        const user = await confirmOwner(auth, password)
        await exchange(user)
        await shopIdentity.deleteAccount()
        await deleteUser(user)
      }),
    accessToken: async (email) => {
      await renew(auth)
      return shopIdentity.accessToken(email)
    },
  }
}

function openAuth({ apiKey, projectId, apiBase }: NonNullable<PageSettings['firebase']>): Auth {
  const auth = initializeAuth(initializeApp({ apiKey, projectId }), { persistence: browserLocalPersistence })
  if (apiBase !== null) connectAuthEmulator(auth, apiBase, { disableWarnings: true })
  return auth
}

/** Runs calls of Firebase's library, and rejects with `ApiError` if Firebase refuses one. */
async function calling<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw asApiError(error)
  }
}

async function checkPassword(auth: Auth, email: string, password: string): Promise<User> {
  return (await signInWithEmailAndPassword(auth, email, password)).user
}

/**
 * Opens a session. If an account of the shop has the address, and Firebase has not confirmed it, the owner of the address
 * gets a mail for choosing a new password, which also confirms it. A mail that only confirms it would not be safe: another
 * person may have signed up with the address, and would be let in with their own password.
 */
async function enter(auth: Auth, user: User): Promise<SignedIn> {
  try {
    return await exchange(user)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'email-not-confirmed')
      await mailResetLink(auth, String(user.email))
    throw error
  }
}

/** Exchanges a new ID token for a session of the shop, or renews the session of this browser. */
async function exchange(user: User): Promise<SignedIn> {
  const idToken = await user.getIdToken(true)
  return signedInBy(await call('POST /auth/firebase', { body: { idToken } }))
}

/** Firebase sends the mail without a link back to the shop if the owner has not added the shop's domain there. */
async function mailResetLink(auth: Auth, email: string): Promise<void> {
  try {
    await sendPasswordResetEmail(auth, email, { url: loginUrl() }).catch((error: unknown) => {
      if (codeOf(error) !== 'unauthorized-continue-uri') throw error
      return sendPasswordResetEmail(auth, email)
    })
  } catch (error) {
    // The response must not show who has an account.
    if (!['user-not-found', 'too-many-requests'].includes(codeOf(error) ?? '')) throw error
  }
}

function loginUrl(): string {
  return `${location.origin}/login`
}

/** Checks the password of the person who is signed in. Firebase makes some changes only soon after that. */
async function confirmOwner(auth: Auth, password = ''): Promise<User> {
  const person = await shopIdentity.currentPerson()
  if (!person) throw problem('sign-in-again')
  return checkPassword(auth, person.email, password).catch((error: unknown) => {
    const refused = asApiError(error)
    throw refused instanceof ApiError && refused.code === 'wrong-password'
      ? problem('wrong-current-password')
      : refused
  })
}

async function signedIn(auth: Auth): Promise<User> {
  await auth.authStateReady()
  if (!auth.currentUser) throw problem('sign-in-again')
  return auth.currentUser
}

/** Renews the session of the shop if its last ID token is old. Ends it if Firebase renews no tokens any more. */
async function renew(auth: Auth): Promise<void> {
  await auth.authStateReady()
  const user = auth.currentUser
  if (!user) return
  try {
    const { issuedAtTime } = await user.getIdTokenResult()
    if (Date.now() - Date.parse(issuedAtTime) > RENEW_AFTER_MS) await exchange(user)
  } catch (error) {
    if (ENDED.has(codeOf(error) ?? '')) await shopIdentity.signOut()
  }
}

function problem(code: Code): ApiError {
  const { status, title } = signInProblems[code]
  return new ApiError(status, code, title)
}

type Code = keyof typeof signInProblems

/**
 * The problems for the codes of Firebase's library (`AuthErrorCodes`), without the `auth/` before them. A wrong password
 * and an unknown address have the same one, so that a stranger cannot find out who has an account, also in projects in
 * which Firebase tells the two apart.
 */
const problems = new Map<string, Code>(
  Object.entries({
    'invalid-credential': 'wrong-password',
    'invalid-login-credentials': 'wrong-password',
    'wrong-password': 'wrong-password',
    'user-not-found': 'wrong-password',
    'user-disabled': 'user-disabled',
    'email-already-in-use': 'email-already-in-use',
    'weak-password': 'weak-password',
    'password-does-not-meet-requirements': 'weak-password',
    'too-many-requests': 'too-many-requests',
    'quota-exceeded': 'too-many-requests',
    'multi-factor-auth-required': 'second-factor-needed',
    'requires-recent-login': 'sign-in-again',
    'user-token-expired': 'sign-in-again',
    'operation-not-allowed': 'operation-not-allowed',
    'admin-restricted-operation': 'operation-not-allowed',
    'configuration-not-found': 'operation-not-allowed',
    'unauthorized-domain': 'unauthorized-domain',
    'unauthorized-continue-uri': 'unauthorized-domain',
    'invalid-api-key': 'invalid-api-key',
  } as const),
)

/** Returns the error with the words of the shop for an error of Firebase's library. Any other error stays as it is. */
function asApiError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === null) return error
  return problem(problems.get(code) ?? unlistedProblem(code))
}

/** Returns the code of an error of Firebase's library without `auth/`, or null for any other error. */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return error.code.startsWith('auth/') ? error.code.slice('auth/'.length) : null
}

/** The library makes codes of the messages of Google's gateway, such as `api-key-not-valid.-please-pass-a-…`. */
function unlistedProblem(code: string): Code {
  return /^api-key|are-blocked/.test(code) ? 'invalid-api-key' : 'network-request-failed'
}
