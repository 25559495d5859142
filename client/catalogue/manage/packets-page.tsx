import { useQuery } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { PacketForm } from '../entries/packet-form.tsx'
import { packetKind } from '../entries/packet-kind.ts'
import { OwnEntries } from './own-entries.tsx'

/** `/menu/packet`: the packets of whoever is signed in (specification section 2, Shop management). */
export function PacketsPage() {
  const email = useSession().user?.email ?? ''
  const list = useQuery(callQuery('GET /personPacket', { query: { email } }))
  return <OwnEntries kind={packetKind} list={list} EditForm={PacketForm} />
}
