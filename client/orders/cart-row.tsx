import { Button } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/orders.ts'
import { PayCell } from './pay-cell.tsx'
import { deleteNote, rowNote } from './row-note.ts'
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
      <td role="cell" className="tabular-nums max-sm:hidden">{number}</td>
      <td role="cell" className="max-sm:row-span-2">
        <span className="block w-20 overflow-hidden rounded-field">
          <Picture src={item.img} alt="" sizes="5rem" />
        </span>
      </td>
      <th role="rowheader" scope="row" id={rowFocusId(item._id)} tabIndex={-1} className={NAME}>
        <span className="break-words">{item.productName}</span>
        <RowNote item={item} />
      </th>
      <td role="cell" className="text-lg max-sm:col-span-2 sm:pr-8! sm:text-right">
        <Price price={priceToPay(item)} />
      </td>
      <td role="cell" className="max-sm:col-span-2 max-sm:[&_button]:w-full">
        <DeleteButton item={item} onDelete={() => act(deleteItem)} />
      </td>
      <td role="cell" className="max-sm:[&_button]:w-full">
        <PayCell item={item} onPay={(pay) => act(pay)} />
      </td>
    </tr>
  )
}

const ROW =
  'border-b border-base-300 sm:*:p-3 max-sm:grid max-sm:grid-cols-[5rem_calc(50%-6.125rem)_1fr] ' +
  'max-sm:items-center max-sm:gap-x-3 ' +
  'max-sm:rounded-box max-sm:border max-sm:bg-base-200 max-sm:p-3 [&_button]:scroll-mt-16 ' +
  'max-sm:[&_button]:mt-3 max-sm:[&_button]:px-2'

const NAME =
  'rounded-field text-left font-semibold text-pretty max-sm:col-span-2 max-sm:self-end ' +
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
  return <span className={`mt-1 block text-sm font-normal empty:sm:hidden max-sm:min-h-[1lh] ${colour}`}>{note}</span>
}
