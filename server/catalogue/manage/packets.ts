import { Problem } from '#contract/errors.ts'
import type { NewPacket } from '#contract/shop-management.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { Refused, refusing } from '#server/platform/database/refusing.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { auditEntry, centsOf, newEntry, takePicture } from './manage.ts'
import type { Manage } from './manage.ts'
import { findLivePacket, insertPacket, updatePacket } from './queries.ts'

/** Adds a packet of the caller's; answers its id. */
export function addPacket({ database }: Manage, caller: Caller, packet: NewPacket): Promise<string | Problem> {
  return refusing(
    database.write(async ({ tx, changed }) => {
      const row = { ...newEntry(caller.userId), ...columns(packet) }
      await takePicture(tx, packet.img, 'img')
      await takePicture(tx, packet.about.img, 'about.img')
      await insertPacket(tx, row)
      await writeAudit(tx, caller, { action: 'added packet', subject: row.product_name, detail: `$${packet.about.price}` })
      changed({ topic: 'catalogue' })
      return row.id
    }),
  )
}

/** Changes a packet. */
export function editPacket({ database }: Manage, caller: Caller, { id, packet }: { id: string; packet: NewPacket }): Promise<true | Problem> {
  return refusing(
    database.write(async ({ tx, changed }) => {
      const before = await findLivePacket(tx, id)
      if (!before) throw new Refused(new Problem('not-found'))
      if (packet.img !== before.img) await takePicture(tx, packet.img, 'img')
      if (packet.about.img !== before.product_img) await takePicture(tx, packet.about.img, 'about.img')
      await updatePacket(tx, { id, ...columns(packet) })
      const detail = `now ${packet.about.name}, $${packet.about.price}`
      await auditEntry(tx, caller, { action: 'changed packet', subject: before.product_name, detail, ownerId: before.owner_id })
      changed({ topic: 'catalogue' })
      return true as const
    }),
  )
}

function columns({ img, category_name, about }: NewPacket) {
  return {
    category: category_name.trim(),
    img,
    product_name: about.name.trim(),
    product_img: about.img,
    about: about.about.trim(),
    price_cents: centsOf(about.price, 'about.price'),
    rating: Number(about.ratting),
  }
}
