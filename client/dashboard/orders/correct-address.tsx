import { useState } from 'react'
import {
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  serverErrors,
  useAddressFormat,
} from '#client/checkout/address-fields.tsx'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { CheckField, TextField } from '#client/ui/fields.tsx'
import { FocusGroup, Form, FormError, useSendingForm } from '#client/ui/form.tsx'
import { newEmailRules, optionalEmailRules } from '#client/ui/person-fields.tsx'
import type { Correction, OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import type { Address } from '#contract/selling/settings.ts'
import { countryName } from '#contract/values/countries.ts'
import { useChange } from '../changes/change-button.tsx'
import { reasonOf } from '../delivery/move-items.ts'
import { words } from './texts.ts'

type Fields = Address & { email: string; tellsCustomer: boolean }

type CorrectedOrder = OrderDetails | PackedOrder

export function CorrectAddress({ order }: { order: CorrectedOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FocusGroup label={words.correct} view={String(isOpen)}>
      {isOpen ? (
        <CorrectionForm order={order} onClose={() => setIsOpen(false)} />
      ) : (
        <Button tone="quiet" onClick={() => setIsOpen(true)}>
          {words.correct}
        </Button>
      )}
    </FocusGroup>
  )
}

/** Returns the addresses that an order has. A pickup has no postal address, and packers do not get the email address. */
function knownOf(order: CorrectedOrder) {
  const before = order.checkout?.address ?? null
  const known = 'email' in order ? order.email : null
  const defaultValues = { ...(before ?? EMPTY_ADDRESS), email: known ?? '', tellsCustomer: false }
  return { before, known, defaultValues }
}

function CorrectionForm({ order, onClose }: { order: CorrectedOrder; onClose: () => void }) {
  const { sendsMail } = usePageState().settings
  const { before, known, defaultValues } = knownOf(order)
  const form = useSendingForm<Fields>(save, { defaultValues })
  const { errors, dirtyFields } = form.formState
  const format = useAddressFormat(defaultValues.country)
  const { mutateAsync } = useChange({
    of: 'orders',
    send: (body: Correction) => api('PUT /order/{id}/address', { params: { id: order._id }, body }),
    done: () => words.corrected(order.number),
    onDone: onClose,
    onFailed: (error) => {
      for (const { name, message } of serverErrors(error)) form.setError(name, { message })
      form.setFailure(reasonOf(error))
    },
  })
  async function save({ email, tellsCustomer, ...typed }: Fields): Promise<void> {
    // Each of the two addresses is sent only if it was changed here, because another person may have corrected the other.
    const isMoved = Object.keys(dirtyFields).some((name) => name in typed)
    const address = before && isMoved && format.data ? onlyUsed(typed, format.data) : undefined
    const correction = {
      tellsCustomer,
      ...(dirtyFields.email && email.trim() !== '' && { email: email.trim() }),
      ...(address && { address }),
    }
    // The form says why it failed.
    await mutateAsync(correction).catch(() => undefined)
  }
  return (
    <Form onSubmit={form.submit}>
      {known !== null && (
        <TextField
          label={words.email}
          type="email"
          hint={words.correctMailHint}
          error={errors.email?.message}
          autoComplete="off"
          {...form.register('email', known === '' ? optionalEmailRules : newEmailRules)}
        />
      )}
      {before && (
        <>
          <p>{words.country(countryName(before.country))}</p>
          <FieldsOfCountry query={format} errors={errors} register={form.register} read={form.getValues} />
        </>
      )}
      {sendsMail && <CheckField label={words.correctTell} {...form.register('tellsCustomer')} />}
      <div className="cluster">
        <Button
          type="submit"
          disabled={before !== null && !format.data}
          busy={form.isSubmitting}
          busyText={words.moving}
        >
          {words.saveCorrection}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          {words.keepAddress}
        </Button>
      </div>
      <FormError>{form.failure}</FormError>
    </Form>
  )
}
