import { PacketForm } from '../entries/packet-form.tsx'
import { AddPage } from './add-page.tsx'
import { words } from './texts.ts'

/** `/dashboard/addProduct/coffeePacket`: specification section 2, Add Product. */
export function AddPacketPage() {
  return (
    <AddPage title={words.addPacket}>
      <PacketForm />
    </AddPage>
  )
}
