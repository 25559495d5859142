import { useState } from 'react'
import type { FormEvent } from 'react'
import type { PackedOrder } from '#contract/orders/order-details.ts'
import { carrierCodes, carriers, readTracking } from '#contract/values/orders/carriers.ts'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/** The name of the entry in the browser's storage: the carrier that was chosen last. */
const KEY = 'carrier'

const OPTIONS = carrierCodes.map((value) => ({
  value,
  text: value === 'own' ? words.ownCarrier : carriers[value].name,
}))

/**
 * Returns the state of the fields for a tracking number. `read` returns what was entered, or null after it has shown an
 * error. The browser remembers the carrier, because most shops send with one.
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
    const { carrier } = change
    if (carrier) tryStorage(() => localStorage.setItem(KEY, carrier))
    setEntered({ ...entered, ...change })
  }
  return { entered, enter, read, isWrong }
}

function lastCarrier(): EnteredTracking['carrier'] {
  const kept = tryStorage(() => localStorage.getItem(KEY))
  return carrierCodes.find((code) => code === kept) ?? 'own'
}

/** The fields for the carrier, and for its tracking number or a link. */
export function TrackingFields({ tracking }: { tracking: ReturnType<typeof useTracking> }) {
  const { sendsMail } = usePageState().settings
  const { entered, enter, isWrong } = tracking
  const isOwn = entered.carrier === 'own'
  return (
    <div className="tracking-fields">
      <OptionField
        label={words.carrier}
        options={OPTIONS}
        value={entered.carrier}
        // cast: the options are the codes
        onChange={({ target }) => enter({ carrier: target.value as EnteredTracking['carrier'] })}
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

/** The form that adds or changes the tracking number of an order that is sent. */
export function TrackingForm({ order }: { order: PackedOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  const tracking = useTracking(order)
  const { mutate, isPending } = useOrderCall({
    send: (body: EnteredTracking) => api('PUT /order/{id}/tracking', { params: { id: order._id }, body }),
    done: () => words.trackingSaved(order.number),
    onDone: () => setIsOpen(false),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const entered = tracking.read()
    if (entered && !isPending) mutate(entered)
  }
  if (!isOpen)
    return (
      <div>
        <Button tone="quiet" onClick={() => setIsOpen(true)}>
          {order.trackingUrl === undefined ? words.addTracking : words.changeTracking}
        </Button>
      </div>
    )
  return (
    <Form onSubmit={submit}>
      <TrackingFields tracking={tracking} />
      <Button type="submit" busy={isPending} busyText={words.moving}>
        {words.saveTracking}
      </Button>
    </Form>
  )
}
