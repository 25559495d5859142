import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PacketForm } from '../forms/packet-form.tsx'
import { StockPanel } from '../stock/stock-panel.tsx'
import { useListAddress } from './entry-addresses.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryListPage } from './entry-list-page.tsx'
import { AddFrame } from './manage-frame.tsx'
import { specTexts, words } from './texts.ts'

/**
 * The page `/dashboard/addProduct/coffeePacket` with the form that adds a packet (specification section 2, Add
 * Product).
 */
export function AddPacketPage() {
  return (
    <AddFrame title={words.addPacket}>
      <PacketForm />
    </AddFrame>
  )
}

/**
 * The page `/menu/packet` with the packets of the admin, or of all admins (specification section 2, Shop management).
 */
export function PacketsPage() {
  return (
    <EntryListPage
      kind="packet"
      list={useQuery(callQuery('GET /personPacket', { query: useListAddress().query }))}
      nameOf={({ about }) => about.name}
      card={({ _id, owner, about: { name, img, price, ratting, about, weight } }, { eager, deleteEntry }) => (
        <EntryCard
          entry={{ _id, owner }}
          name={name}
          img={img}
          ratting={ratting}
          price={price}
          about={about}
          weight={weight}
          eager={eager}
          deleteText={specTexts.deleteNow}
          onDelete={() => deleteEntry({ _id, name })}
        />
      )}
      form={(packet, leave) => (
        <>
          <PacketForm key={packet._id} packet={packet} onDone={leave} />
          <StockPanel id={packet._id} hasWeight={packet.about.weight !== undefined} />
        </>
      )}
    />
  )
}
