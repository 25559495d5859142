import { useState } from 'react'
import type { DeskEntry } from '#contract/orders/payment-desk.ts'
import type { DeskRepair } from '#contract/values/desk.ts'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { formatPrice } from '#contract/values/money.ts'
import { useOrderCall } from '../orders/use-order-call.ts'
import { words } from './texts.ts'

type RepairButtonProps = { entry: DeskEntry; repair: DeskRepair; tone?: 'quiet' }

/** The button that repairs a payment. Before money is paid back, a dialog asks the admin for confirmation. */
export function RepairButton({ entry, repair, tone }: RepairButtonProps) {
  const { _id: id, fault, amount, currency, gateway } = entry
  const shopCurrency = useCurrency()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useOrderCall({
    send: () => api('PUT /paymentDesk/{id}', { params: { id }, body: { repair, fault } }),
    done: () => words.repaired,
  })
  return (
    <div>
      <Button
        {...(tone && { tone })}
        busy={isPending}
        busyText={words.repairing}
        onClick={() => (repair === 'refund' || repair === 'close' ? setAsking(true) : mutate())}
      >
        {words.repairs[repair]}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.refundTitle(formatPrice(amount, currency ?? shopCurrency))}
          more={repair === 'close' ? words.closeMore(gateway) : words.refundMore}
          confirm={words.repairs[repair]}
          cancel={words.refundKeep}
          onConfirm={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
