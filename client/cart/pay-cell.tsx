import { Button } from '#client/ui/button.tsx'
import { withCents } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import type { OrderItem } from '#contract/cart.ts'
import { priceToPay, rowState } from './row-state.ts'
import { texts, words } from './texts.ts'
import { usePayItem } from './use-pay.ts'

type PayCellProps = { item: OrderItem; onPay: (pay: () => void) => void }

/** What can be done about paying an item: nothing for one that is gone or being checked. */
export function PayCell({ item, onPay }: PayCellProps) {
  const state = rowState(item)
  if (state === 'removed') return null
  if (state === 'paid') return <Done text={texts.paid} colour="text-success" />
  if (state === 'checking') return <Done text={words.checking} colour="text-base-content" />
  return <PayButton item={item} onPay={onPay} />
}

/** A button that says what is done and can do no more; its words are news, so they stay easy to read. */
function Done({ text, colour }: { text: string; colour: string }) {
  return (
    <span className={`${colour} ${DONE}`}>
      <Button tone="quiet" disabled>
        {text}
      </Button>
    </span>
  )
}

const DONE = '*:disabled:border-base-300 *:disabled:bg-transparent *:disabled:text-current'

function PayButton({ item, onPay }: PayCellProps) {
  const { pay, busy, blocked } = usePayItem(item)
  const dearer = rowState(item) === 'newPrice'
  return (
    <Button
      busy={busy}
      busyText={words.paying}
      disabled={blocked}
      aria-describedby={rowFocusId(item._id)}
      onClick={() => onPay(pay)}
    >
      {dearer ? words.payNew(withCents(priceToPay(item))) : texts.pay}
    </Button>
  )
}
