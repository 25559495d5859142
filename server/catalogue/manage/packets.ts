import { Problem } from '#contract/errors.ts'
import type { NewPacket } from '#contract/shop-management.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { auditEntry, centsOf, newEntry, takePicture } from './manage.ts'
import type { Manage } from './manage.ts'
import { findLivePacket, insertPacket, updatePacket } from './queries.ts'
import type { Db } from '#server/shop-database.ts'
import type { PacketRow } from '#server/tables.ts'

/** Adds a packet of the caller's; answers its id. */
export function addPacket(
  { database }: Manage,
  caller: Caller,
  packet: NewPacket,
): Promise<string | Problem> {
  return database.write(async ({ tx, publish }) => {
    const columns = columnsOf(packet)
    if (columns instanceof Problem) return columns
    const row = { ...newEntry(caller.userId), ...columns }
    const problem = await takePictures(tx, packet)
    if (problem) return problem
    await insertPacket(tx, row)
    await writeAudit(tx, caller, {
      action: 'added packet',
      subject: row.product_name,
      detail: `$${packet.about.price}`,
    })
    publish({ type: 'catalogue-changed' })
    return row.id
  })
}

/** Changes a packet. */
export function editPacket(
  { database }: Manage,
  caller: Caller,
  { id, packet }: { id: string; packet: NewPacket },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findLivePacket(tx, id)
    if (!before) return new Problem('not-found')
    const columns = columnsOf(packet)
    if (columns instanceof Problem) return columns
    const problem = await takePictures(tx, packet, before)
    if (problem) return problem
    await updatePacket(tx, { id, ...columns })
    const detail = `now ${packet.about.name}, $${packet.about.price}`
    await auditEntry(tx, caller, {
      action: 'changed packet',
      subject: before.product_name,
      detail,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}

/** Checks the packet's two pictures, but not one that it already has. */
async function takePictures(tx: Db, { img, about }: NewPacket, before?: PacketRow): Promise<Problem | null> {
  const problem = img === before?.img ? null : await takePicture(tx, img, 'img')
  return problem ?? (about.img === before?.product_img ? null : takePicture(tx, about.img, 'about.img'))
}

function columnsOf({ img, category_name, about }: NewPacket) {
  const price_cents = centsOf(about.price, 'about.price')
  if (price_cents instanceof Problem) return price_cents
  return {
    category: category_name.trim(),
    img,
    product_name: about.name.trim(),
    product_img: about.img,
    about: about.about.trim(),
    price_cents,
    rating: Number(about.ratting),
  }
}
