import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { TOKEN_KEY } from './access-token.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

export type Session = SessionState & {
  /** Both throw `ApiError` with the provider's words in `title`. `signUp` returns whether the shop recorded the account. */
  signIn: (email: string, password: string) => Promise<void>
  signUp: (name: string, email: string, password: string) => Promise<boolean>
  signOut: () => Promise<void>
  /** Asks again who is signed in, after a `failure`. */
  retry: () => Promise<void>
}

/** Gives the session to everything inside, and keeps it in step with the browser's other tabs. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  useEffect(() => {
    void store.start()
    return onStoredToken(store.follow)
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

/** Who is signed in, and the ways in and out. */
export function useSession(): Session {
  const store = useContext(SessionContext)
  if (!store) throw new Error('useSession is used outside of SessionProvider')
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  return {
    ...state,
    signIn: store.signIn,
    signUp: store.signUp,
    signOut: store.signOut,
    retry: store.start,
  }
}

/** The server's answer whether the person signed in is an administrator. */
export function useIsAdmin() {
  const email = useSession().user?.email ?? ''
  return useQuery({
    ...callQuery('GET /user/admin/{email}', { params: { email } }),
    enabled: email !== '',
  })
}

function onStoredToken(follow: (token: string | null) => void): () => void {
  function onStorage(event: StorageEvent) {
    // A null key means that everything was cleared.
    if (event.key === TOKEN_KEY || event.key === null) follow(event.key ? event.newValue : null)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
