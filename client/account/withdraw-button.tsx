import { useState } from 'react'
import type { OwnOrder } from '#contract/orders/account.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/**
 * The button with which a consumer in the EU withdraws from the contract of an order. Directive (EU) 2023/2673 requires
 * two steps: a button that is clearly labelled as withdrawing from the contract, and a second button that confirms.
 */
export function WithdrawButton({ order: { _id: id, number } }: { order: OwnOrder }) {
  const { sendsMail } = usePageState().settings
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useOrderCall('PUT /myOrder/{id}/withdrawal', { id, done: words.withdrawn })
  return (
    <>
      <Button tone="quiet" busy={isPending} busyText={words.withdrawing} onClick={() => setAsking(true)}>
        {words.withdraw}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.withdrawTitle(number)}
          more={words.withdrawMore(sendsMail)}
          confirm={words.confirmWithdrawal}
          cancel={words.withdrawKeep}
          onConfirm={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
