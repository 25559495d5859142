import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { pages } from '#contract/pages.ts'
import { PacketForm } from '../forms/packet-form.tsx'
import { StockPanel } from '../stock/stock-panel.tsx'
import { EditPage, useEdited } from './edit-page.tsx'
import { useListQuery } from './entry-addresses.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryList, NoEntries } from './entry-list.tsx'
import { AddFrame, ListPage } from './manage-frame.tsx'
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
  const list = useQuery(callQuery('GET /personPacket', { query: useListQuery() }))
  const { isEditing, edited, lastEditedRef } = useEdited(list.data)
  if (isEditing) {
    return (
      <EditPage page={pages.shopPackets} name={edited?.about.name}>
        {(leave) =>
          edited && (
            <>
              <PacketForm key={edited._id} packet={edited} onDone={leave} />
              <StockPanel id={edited._id} hasWeight={edited.about.weight !== undefined} />
            </>
          )
        }
      </EditPage>
    )
  }
  const none = (
    <NoEntries
      noun={words.packet}
      next={words.packetNext}
      page={pages.shopPackets}
      addPage={pages.addPacket}
    />
  )
  return (
    <ListPage noun={words.packet} page={pages.shopPackets} addPage={pages.addPacket} list={list}>
      {(packets) => (
        <EntryList
          kind="packet"
          noun={words.packet}
          all={packets}
          textOf={({ about }) => about.name}
          none={none}
          lastEditedRef={lastEditedRef}
        >
          {({ _id, owner, about: { name, img, price, ratting, about, weight } }, { eager, deleteEntry }) => (
            <EntryCard
              entry={{ _id, owner }}
              page={pages.shopPackets}
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
        </EntryList>
      )}
    </ListPage>
  )
}
