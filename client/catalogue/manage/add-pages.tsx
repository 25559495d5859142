import { useLocation } from '#client/lib/router.tsx'
import { brandKind } from '../entries/brand-kind.tsx'
import { coffeeKind } from '../entries/coffee-kind.tsx'
import type { EntryKind } from '../entries/entry-kind.ts'
import { packetKind } from '../entries/packet-kind.tsx'
import { EntryForm } from '../forms/entry-form.tsx'
import { AddFrame } from './manage-frame.tsx'

/** The page `/dashboard/addProduct` with the form that adds a brand (specification section 2, Add Product). */
export function AddBrandPage() {
  return <AddPage kind={brandKind} />
}

/**
 * The page `/dashboard/addProduct/coffeeName` with the form that adds a coffee (specification section 2, Add
 * Product).
 */
export function AddCoffeePage() {
  // After a coffee was added, a link to this same page is offered to add another coffee of the brand. `key` is new for
  // each visit, so that React mounts a new form.
  const { key } = useLocation()
  return <AddPage key={key} kind={coffeeKind} />
}

/**
 * The page `/dashboard/addProduct/coffeePacket` with the form that adds a packet (specification section 2, Add
 * Product).
 */
export function AddPacketPage() {
  return <AddPage kind={packetKind} />
}

function AddPage<Sent>({ kind }: { kind: EntryKind<Sent> }) {
  return (
    <AddFrame title={kind.addText}>
      <EntryForm kind={kind} />
    </AddFrame>
  )
}
