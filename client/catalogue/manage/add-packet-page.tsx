import { AddPage } from './add-page.tsx'
import { PacketForm } from './packet-form.tsx'
import { words } from './texts.ts'

/** `/dashboard/addProduct/coffeePacket`: specification section 2, Add Product. */
export function AddPacketPage() {
  return (
    <AddPage title={words.addPacket}>
      <PacketForm />
    </AddPage>
  )
}
