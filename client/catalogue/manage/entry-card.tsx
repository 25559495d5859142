import { Button, ButtonLink } from '#client/ui/button.tsx'
import { grams } from '#contract/values/orders/grams.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { OwnersRatting } from '#client/ui/ratting.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { Owner } from '#contract/shop-management.ts'
import { FROM_LIST } from './edit-page.tsx'
import { editAddress, editLinkId, useListAddress } from './entry-addresses.ts'
import { words } from './texts.ts'

type EntryCardProps = {
  entry: { _id: string; owner?: Owner | undefined }
  name: string
  img: string
  ratting: number
  price?: string
  /** A line below the name. */
  note?: string
  about?: string
  /** The weight in grams. */
  weight?: number | undefined
  eager: boolean
  deleteText: string
  isDeleteBusy?: boolean
  onDelete: () => void
}

/**
 * The card of a brand, a coffee or a packet, with a Delete button and an Edit link. The owner is shown only in lists with
 * the entries of all admins.
 */
export function EntryCard(props: EntryCardProps) {
  const { entry, name, img, ratting, price, note, about, weight, eager, onDelete } = props
  const id = rowFocusId(entry._id)
  const { list } = useListAddress()
  return (
    <li className="card manage-card">
      <Picture
        src={img}
        alt=""
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
        eager={eager}
      />
      <div className="card-body">
        <div className="card-name">
          <h2 id={id} tabIndex={-1} className="card-title min-w-0 wrap-anywhere">
            {name}
          </h2>
          {price !== undefined && <Price price={price} />}
        </div>
        {note !== undefined && <p className="text-sm">{note}</p>}
        {weight !== undefined && <div className="text-sm">{grams(weight)}</div>}
        {about !== undefined && <p className="line-clamp-4 wrap-anywhere whitespace-pre-line">{about}</p>}
        <OwnersRatting value={ratting} />
        {entry.owner && <p className="text-sm">{words.owner(entry.owner)}</p>}
        <div className="cluster manage-card-actions">
          <Button tone="danger" busy={props.isDeleteBusy ?? false} onClick={onDelete} aria-describedby={id}>
            {props.deleteText}
          </Button>
          <ButtonLink
            tone="quiet"
            to={editAddress(list, entry._id)}
            state={FROM_LIST}
            id={editLinkId(entry._id)}
            aria-describedby={id}
          >
            {words.edit}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}
