import { Problem } from '#contract/errors.ts'
import { accountsInDatabase } from '../provider/accounts-in-database.ts'
import type { Http, IdentityProvider } from '../provider/identity-provider.ts'
import { findAccount } from '../provider/queries.ts'
import { changePassword, confirm, rename, resetPassword } from './change-account.ts'
import { create, enter, link } from './enter.ts'
import { partsOf } from './parts.ts'
import type { FirebaseSetup } from './parts.ts'
import { hasLink } from './queries.ts'
import type { StoredSession } from './session-queries.ts'
import { orProblem } from './refusals.ts'
import { changeEmail, deleteAccount } from './whole-account.ts'

/**
 * Returns the identity provider that keeps accounts and passwords at Firebase Authentication (Google Identity Platform).
 * Only this server talks to Google, so browsers load nothing from there. Sessions and access tokens are the shop's own.
 */
export function firebaseProvider(setup: FirebaseSetup): IdentityProvider {
  const parts = partsOf(setup)
  const { api, sessions, checks, database, provider } = parts
  const current = async (http: Http) => {
    const session = await sessions.find(http)
    return session && (await checks.goesOn(session)) ? session : null
  }
  const signedIn = async <T>(http: Http, act: (session: StoredSession) => Promise<T>) => {
    const session = await current(http)
    return session ? act(session) : new Problem('not-signed-in')
  }
  const inShop = accountsInDatabase(database, current)
  return {
    isHosted: true,
    // Firebase takes no hash of a password from a shop without a service account.
    confirmedSignUps: null,
    signIn: (http, credentials) => orProblem(async () => enter(parts, http, await api.signIn(credentials))),
    signUp: (http, account) => orProblem(async () => enter(parts, http, await create(parts, account))),
    createAccount: async (account) => {
      const linked = await link(parts, await create(parts, account), async () => undefined)
      if (linked instanceof Problem) throw new Error(`The account was not created: ${linked.code}`)
      return linked.subject
    },
    createResetToken: async (email) => {
      const mail = { requestType: 'PASSWORD_RESET', email } as const
      await orProblem(() => api.sendMail(mail, `${setup.publicUrl}/login`))
      return null
    },
    resetPassword: (token, password) => orProblem(() => resetPassword(parts, token, password)),
    changePassword: (http, change) => signedIn(http, (session) => changePassword(parts, session, change)),
    rename: (http, name) => signedIn(http, (session) => rename(parts, session, name)),
    account: async (subject) => {
      const row = await findAccount(database.read, subject)
      const hasPassword = await hasLink(database.read, { subject, provider })
      return row ? { hasPassword, emailVerified: Boolean(row.email_verified) } : null
    },
    confirm: (http, password) =>
      signedIn(http, async (session) => {
        if (!password) return new Problem('wrong-current-password')
        const confirmed = await confirm(parts, session, password)
        return confirmed instanceof Problem ? confirmed : true
      }),
    sessions: inShop.sessions,
    endSession: inShop.endSession,
    endOtherSessions: inShop.endOtherSessions,
    changeEmail: (subject, email) => changeEmail(parts, subject, email),
    deleteAccount: (subject) => deleteAccount(parts, subject),
    signOut: (http) => sessions.end(http),
    session: async (http) => {
      const session = await current(http)
      if (!session) return null
      const { subject, sessionId, email, name } = session
      return { subject, sessionId, email, name }
    },
    isLiveSession: (sessionId) => sessions.isLive(sessionId),
  }
}
