import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { PayCell } from './pay-cell.tsx'
import { deleteNote, rowNote, soldAs } from './row-note.ts'
import { priceToPay, rowState } from './row-state.ts'
import { texts } from './texts.ts'
import { useDeleteItem } from './use-delete-item.ts'

type CartRowProps = { item: OrderItem; number: number; onAct: (item: OrderItem) => void }

/** One item of the cart. `onAct` is told before its buttons do anything, so that the focus is not lost. */
export function CartRow({ item, number, onAct }: CartRowProps) {
  const deleteItem = useDeleteItem(item)
  function act(action: () => void) {
    onAct(item)
    action()
  }
  return (
    <tr role="row" className={ROW}>
      <td role="cell" className="tabular-nums cards:hidden">
        {number}
      </td>
      <td role="cell" className="cards:row-span-2">
        <span className="block w-20 overflow-hidden rounded-field">
          <Picture src={item.img} alt="" sizes="5rem" />
        </span>
      </td>
      <th role="rowheader" scope="row" id={rowFocusId(item._id)} tabIndex={-1} className={NAME}>
        <span className="break-words">{item.productName}</span>
        <span className="block text-sm font-normal">{soldAs(item)}</span>
        <RowNote item={item} />
      </th>
      <td role="cell" className="text-lg cards:col-span-2 wide:pr-8! wide:text-right">
        <Price price={priceToPay(item)} />
      </td>
      <td role="cell" className="cards:col-span-2 cards:[&_button]:w-full">
        <DeleteButton item={item} onDelete={() => act(deleteItem)} />
      </td>
      <td role="cell" className="cards:[&_button]:w-full">
        <PayCell item={item} onPay={(pay) => act(pay)} />
      </td>
    </tr>
  )
}

const ROW =
  'border-b border-base-300 wide:*:p-3 cards:grid cards:grid-cols-[5rem_calc(50%-6.125rem)_1fr] ' +
  'cards:items-center cards:gap-x-3 narrow:grid-cols-1 narrow:gap-y-2 narrow:*:col-span-1! ' +
  'cards:rounded-box cards:border cards:bg-base-200 cards:p-3 [&_button]:scroll-mt-16 ' +
  'cards:[&_button]:mt-3 cards:[&_button]:px-2'

const NAME =
  'rounded-field text-left font-semibold text-pretty cards:col-span-2 cards:self-end ' +
  'focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-primary'

function DeleteButton({ item, onDelete }: { item: OrderItem; onDelete: () => void }) {
  const note = deleteNote(item)
  const name = rowFocusId(item._id)
  const noteId = `${name}-kept`
  return (
    <>
      <Button
        tone="danger"
        title={note}
        disabled={rowState(item) === 'checking'}
        aria-describedby={note ? `${name} ${noteId}` : name}
        onClick={onDelete}
      >
        {texts.delete}
      </Button>
      {note && (
        <span id={noteId} hidden>
          {note}
        </span>
      )}
    </>
  )
}

/**
 * What there is to know about an item, said quietly. On a phone its line is kept free, so that no card grows when it
 * is paid.
 */
function RowNote({ item }: { item: OrderItem }) {
  const note = rowNote(item)
  const colour = rowState(item) === 'newPrice' ? 'text-warning-content' : ''
  return (
    <span className={`mt-1 block text-sm font-normal empty:wide:hidden cards:min-h-[1lh] ${colour}`}>
      {note}
    </span>
  )
}
