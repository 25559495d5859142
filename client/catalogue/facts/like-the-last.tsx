import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { factsFields } from './facts-fields.ts'
import type { FactsFields } from './facts-fields.ts'
import { words } from './texts.ts'

/** Copies the facts of the admin's newest other coffee. */
export function LikeTheLast({
  id,
  onCopy,
}: {
  id: string | undefined
  onCopy: (facts: FactsFields) => void
}) {
  const email = useSession().user?.email ?? ''
  const { data = [] } = useQuery(callQuery('GET /packetName', { query: { email } }))
  const last = data.findLast((coffee) => coffee.facts && coffee._id !== id)
  if (!last) return null
  return (
    <div>
      <Button tone="quiet" onClick={() => onCopy(factsFields(last.facts))}>
        {words.likeLast(last.name)}
      </Button>
    </div>
  )
}
