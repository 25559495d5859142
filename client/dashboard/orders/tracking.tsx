import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PackedOrder } from '#contract/orders/order-details.ts'
import { readTracking } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { FocusGroup, Form } from '#client/ui/form.tsx'
import { useChange } from '../changes/change-button.tsx'
import { CarrierField, lastCarrier } from '../parcels/carrier-field.tsx'
import { words } from './texts.ts'

/**
 * Returns the state of the fields for a tracking number. `read` returns what was entered, or null after it has shown an
 * error.
 */
export function useTracking(order: Pick<PackedOrder, 'carrier' | 'trackingNumber' | 'trackingUrl'>) {
  const [entered, setEntered] = useState<EnteredTracking>(() => ({
    carrier: order.carrier ?? (order.trackingUrl === undefined ? lastCarrier() : 'own'),
    code: order.trackingNumber ?? order.trackingUrl ?? '',
  }))
  const [isWrong, setIsWrong] = useState(false)
  function read(): EnteredTracking | null {
    const isGood = readTracking(entered) !== null
    setIsWrong(!isGood)
    return isGood ? entered : null
  }
  function enter(change: Partial<EnteredTracking>): void {
    setEntered({ ...entered, ...change })
  }
  return { entered, enter, read, isWrong }
}

export function TrackingFields({ tracking }: { tracking: ReturnType<typeof useTracking> }) {
  const { sendsMail } = usePageState().settings
  const { entered, enter, isWrong } = tracking
  const isOwn = entered.carrier === 'own'
  return (
    <div className="tracking-fields">
      <CarrierField
        label={words.carrier}
        value={entered.carrier}
        onChoose={(carrier) => enter({ carrier })}
      />
      <TextField
        label={isOwn ? words.tracking : words.trackingNumber}
        hint={words.trackingHint(sendsMail)}
        error={isWrong ? words.trackingWrong(isOwn) : undefined}
        inputMode={isOwn ? 'url' : 'text'}
        autoComplete="off"
        value={entered.code}
        onChange={({ target }) => enter({ code: target.value })}
      />
    </div>
  )
}

export function TrackingForm({ order }: { order: PackedOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  const tracking = useTracking(order)
  const { mutate, isPending } = useChange({
    of: 'orders',
    send: (body: EnteredTracking) => api('PUT /order/{id}/tracking', { params: { id: order._id }, body }),
    done: () => words.trackingSaved(order.number),
    onDone: () => setIsOpen(false),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const entered = tracking.read()
    if (entered && !isPending) mutate(entered)
  }
  const open = order.trackingUrl === undefined ? words.addTracking : words.changeTracking
  return (
    <FocusGroup label={open} view={String(isOpen)}>
      {isOpen ? (
        <Form onSubmit={submit}>
          <TrackingFields tracking={tracking} />
          <Button type="submit" busy={isPending} busyText={words.moving}>
            {words.saveTracking}
          </Button>
        </Form>
      ) : (
        <Button tone="quiet" onClick={() => setIsOpen(true)}>
          {open}
        </Button>
      )}
    </FocusGroup>
  )
}
