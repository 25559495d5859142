import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { TOKEN_KEY } from './access-token.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

/** Provides the session to its children, and updates the session when another tab changes the stored token. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  useEffect(() => {
    void store.start()
    function onStorage({ key, newValue }: StorageEvent) {
      // The key of the event is null if another tab has cleared the whole local storage.
      if (key === TOKEN_KEY || key === null) store.follow(key && newValue)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [store])
  return <SessionContext value={store}>{children}</SessionContext>
}

/** Returns the state of the session, and `session` with the functions that change it. */
export function useSession(): SessionState & { session: SessionStore } {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside of SessionProvider')
  // Parts of the page are hydrated after the session was checked. React must compare them with the HTML in the state
  // that the server rendered. It leaves attributes that differ, such as `disabled`, as they are.
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getInitialState)
  return { ...state, session }
}

/** Asks the server whether the signed-in user is an administrator or a packer. */
export function useIsAdmin() {
  const email = useSession().user?.email ?? ''
  return useQuery({
    ...callQuery('GET /user/admin/{email}', { params: { email } }),
    enabled: email !== '',
  })
}
