import type { DeskEntry } from '#contract/orders/payment-desk.ts'
import type { DeskRepair } from '#contract/values/desk.ts'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { formatPrice } from '#contract/values/money.ts'
import { useOrderCall } from '../orders/use-order-call.ts'
import { words } from './texts.ts'

type RepairButtonProps = { entry: DeskEntry; repair: DeskRepair; tone?: 'quiet' }

/** The button that repairs a payment. Before money is paid back, a dialog asks the admin for confirmation. */
export function RepairButton({ entry, repair, tone }: RepairButtonProps) {
  const { _id: id, fault, amount, currency, gateway } = entry
  const shopCurrency = useCurrency()
  const { mutate, isPending } = useOrderCall({
    send: () => api('PUT /paymentDesk/{id}', { params: { id }, body: { repair, fault } }),
    done: () => words.repaired,
  })
  const question = {
    title: words.refundTitle(formatPrice(amount, currency ?? shopCurrency)),
    more: repair === 'close' ? words.closeMore(gateway) : words.refundMore,
    cancel: words.refundKeep,
  }
  return (
    <div>
      <ConfirmButton
        {...(tone && { tone })}
        busy={isPending}
        busyText={words.repairing}
        question={repair === 'refund' || repair === 'close' ? question : null}
        onConfirm={mutate}
      >
        {words.repairs[repair]}
      </ConfirmButton>
    </div>
  )
}
