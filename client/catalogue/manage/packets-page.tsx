import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PacketForm } from '../entries/packet-form.tsx'
import { packetKind } from '../entries/packet-kind.ts'
import { OwnEntries } from './own-entries.tsx'
import { useListQuery } from './use-whose.ts'

/** `/menu/packet`: the packets of the admin, or of all admins (specification section 2, Shop management). */
export function PacketsPage() {
  const list = useQuery(callQuery('GET /personPacket', { query: useListQuery() }))
  return <OwnEntries kind={packetKind} list={list} EditForm={PacketForm} />
}
