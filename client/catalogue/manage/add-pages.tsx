import { useLocation } from '#client/lib/router.tsx'
import { brandKind } from '../entries/brand-kind.tsx'
import { coffeeKind } from '../entries/coffee-kind.tsx'
import type { EntryKind } from '../entries/entry-kind.ts'
import { packetKind } from '../entries/packet-kind.tsx'
import { EntryForm } from '../forms/entry-form.tsx'
import { AddFrame } from './manage-frame.tsx'

/** `/dashboard/addProduct`: specification section 2, Add Product. */
export function AddBrandPage() {
  return <AddPage kind={brandKind} />
}

/** `/dashboard/addProduct/coffeeName`: specification section 2, Add Product. */
export function AddCoffeePage() {
  // The link to add another coffee of the brand leads to this page again. The new key makes React mount an empty form.
  const { key } = useLocation()
  return <AddPage key={key} kind={coffeeKind} />
}

/** `/dashboard/addProduct/coffeePacket`: specification section 2, Add Product. */
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
