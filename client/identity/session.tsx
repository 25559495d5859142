import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Person } from '#contract/identity.ts'
import { callQuery } from '#client/lib/query.ts'
import { TOKEN_KEY } from './access-token.ts'
import type { IdentityClient } from './identity-client.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

export type Session = SessionState & {
  /**
   * `signIn` and `signUp` reject with `ApiError`, whose `title` is the provider's message. `signUp` resolves to true
   * if the shop has recorded the account, and to null if the shop has mailed a link that completes the sign-up.
   */
  signIn: (email: string, password: string) => Promise<'needs-code' | null>
  /** Completes a sign-in whose first factor was right. */
  signInWithCode: (code: string) => Promise<void>
  signInWithPasskey: () => Promise<void>
  signUp: (name: string, email: string, password: string) => Promise<boolean | null>
  /** Completes a sign-up with the token in that link, and in another browser with the password. */
  confirmSignUp: (token: string, password?: string) => Promise<boolean>
  /** Takes over a changed email address. */
  changeEmail: (user: Person) => Promise<void>
  /** Completes a sign-in that the server has already made. Rejects with `ApiError` if this fails. */
  resume: () => Promise<boolean>
  signOut: () => Promise<void>
  /** Changes the display name. Rejects with `ApiError` if this fails. */
  rename: (name: string) => Promise<void>
  /** The identity provider, for what does not change the session, such as a mail for a forgotten password. */
  identity: IdentityClient
  /** Checks the session again after a check has failed. */
  retry: () => Promise<void>
}

/** Provides the session to its children, and updates the session when another tab changes the stored token. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  useEffect(() => {
    void store.start()
    return onStoredToken(store.follow)
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

/** Returns the state of the session and the functions that change it. */
export function useSession(): Session {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSession is used outside of SessionProvider')
  // Parts of the page are hydrated after the session was checked. React must compare them with the HTML in the state
  // that the server rendered. It leaves attributes that differ, such as `disabled`, as they are.
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState)
  return {
    ...state,
    signIn: store.signIn,
    signInWithCode: store.signInWithCode,
    signInWithPasskey: store.signInWithPasskey,
    signUp: store.signUp,
    confirmSignUp: store.confirmSignUp,
    changeEmail: store.changeEmail,
    resume: store.resume,
    signOut: store.signOut,
    rename: store.rename,
    identity: store.identity,
    retry: store.start,
  }
}

/** Asks the server whether the signed-in user is an administrator. */
export function useIsAdmin() {
  const email = useSession().user?.email ?? ''
  return useQuery({
    ...callQuery('GET /user/admin/{email}', { params: { email } }),
    enabled: email !== '',
  })
}

function onStoredToken(follow: (token: string | null) => void): () => void {
  function onStorage(event: StorageEvent) {
    // The key of the event is null if another tab has cleared the whole local storage. The token has then been
    // removed, too.
    if (event.key === TOKEN_KEY || event.key === null) follow(event.key ? event.newValue : null)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
