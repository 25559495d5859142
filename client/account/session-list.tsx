import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import type { OwnSession } from '#contract/identity/own-account.ts'
import { shortMomentText } from '#contract/values/dates/date-texts.ts'
import { words } from './texts.ts'

/** The browsers in which the customer is logged in, each with a button that logs it out. */
export function SessionList() {
  const list = useQuery(callQuery('GET /account/sessions'))
  const endOthers = useEnd(() => api('DELETE /account/sessions'), words.othersEnded)
  if (list.isPending) return <Skeleton className="h-40" />
  if (!list.data) return <LoadError title={words.sessionsFailed} query={list} />
  return (
    <>
      <ul className="sessions">
        {list.data.map((session) => (
          <li key={session.id} className="panel">
            <Session session={session} />
          </li>
        ))}
      </ul>
      {list.data.length > 1 && (
        <p>
          <Button
            tone="quiet"
            busy={endOthers.isPending}
            busyText={words.ending}
            onClick={() => endOthers.mutate()}
          >
            {words.endOthers}
          </Button>
        </p>
      )}
    </>
  )
}

function Session({ session: { id, browser, since, isThis } }: { session: OwnSession }) {
  const end = useEnd(() => api('DELETE /account/session/{id}', { params: { id } }), words.ended)
  const name = browser === '' ? words.unknownBrowser : browser
  return (
    <div className="spread">
      <div>
        <p className="font-medium">{name}</p>
        <p className="small">
          {isThis && <>{words.thisBrowser} · </>}
          {words.since(shortMomentText(since))}
        </p>
      </div>
      {!isThis && (
        <Button
          tone="quiet"
          busy={end.isPending}
          busyText={words.ending}
          aria-label={words.endOf(name)}
          // A second click could log out the next browser of the list.
          noDoubleClick
          onClick={() => end.mutate()}
        >
          {words.end}
        </Button>
      )}
    </div>
  )
}

/** Returns a mutation that ends sessions. Afterwards it shows the text `done`, and loads the list again. */
function useEnd(end: () => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: () => showSuccess(done),
    onError: (error) => showError(errorText(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['GET /account/sessions'] })
      // The button that had the focus has disappeared together with its session.
      setTimeout(restoreFocusToHeading)
    },
  })
}
