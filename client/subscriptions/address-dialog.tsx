import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  CountryField,
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  serverErrors,
  useAddressFormat,
} from '#client/checkout/address-fields.tsx'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import type { OwnSubscription } from '#contract/orders/subscriptions.ts'
import type { Address } from '#contract/selling/settings.ts'
import { deliveryPriceOf } from '#contract/values/orders/subscriptions.ts'
import { CodeField, readCode, useMailedCode } from './mailed-code.tsx'
import { words } from './texts.ts'
import { redirectedText } from './use-subscriptions.ts'
import type { ActionDialogProps } from './use-subscriptions.ts'
import { countriesOf, WayField } from './way-field.tsx'

type Fields = Address & { code: string }

/** A dialog in which the customer chooses another address or another way of delivery, and reads what that costs. */
export function AddressDialog({ subscription, token, change, onClose }: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const code = useMailedCode(token)
  const { countries, country, setCountry, way, ...choice } = useWay(subscription)
  const format = useAddressFormat(country)
  const form = useSendingForm<Fields>(
    async (typed, { setError }) => {
      if (!way || (way.kind === 'parcel' && !format.data)) return
      const address = way.kind === 'parcel' && format.data ? onlyUsed(typed, format.data) : null
      const wanted = { destination: { methodId: way._id, address } }
      const send = () => change(wanted, redirectedText, readCode(typed.code))
      const isDone = await code.confirm(send).catch((error: unknown) => {
        for (const { name, message } of serverErrors(error)) if (name !== 'email') setError(name, { message })
        throw error
      })
      if (isDone) close()
    },
    { defaultValues: { ...EMPTY_ADDRESS, country, ...subscription.destination.address, code: '' } },
  )
  function use(address: Address) {
    form.reset({ ...address, code: '' })
    setCountry(address.country)
  }
  return (
    <Dialog ref={dialog} title={words.addressTitle} onClose={onClose}>
      <SendingForm form={form} button={words.saveAddress} busyText={words.saving} wide>
        <WayField {...{ way, country, ...choice }} subscription={subscription} />
        {way?.kind !== 'pickup' && (
          <>
            {token === '' && <SavedAddresses onChoose={use} />}
            <CountryField
              countries={countries}
              {...form.field('country', { onChange: ({ target }) => setCountry(target.value) })}
            />
            <FieldsOfCountry
              query={format}
              errors={form.formState.errors}
              register={(name, rules) => form.register(name, rules)}
              read={form.getValues}
            />
          </>
        )}
        <CodeField
          code={code}
          field={(rules) => form.field('code', rules)}
          focus={() => form.setFocus('code')}
        />
      </SendingForm>
      <Button tone="quiet" wide onClick={close}>
        {words.keep}
      </Button>
    </Dialog>
  )
}

/** Returns what is chosen: the country, and the way of delivery, which is another one if the first does not go there. */
function useWay({ destination, ways }: OwnSubscription) {
  const countries = countriesOf(ways, destination.address)
  const [country, setCountry] = useState(destination.address?.country ?? countries[0] ?? '')
  const [methodId, choose] = useState(destination.methodId)
  const possible = ways.filter((one) => deliveryPriceOf(one, country) !== null)
  const way = possible.find(({ _id }) => _id === methodId) ?? possible[0]
  return { countries, country, setCountry, possible, way, choose }
}

function SavedAddresses({ onChoose }: { onChoose: (address: Address) => void }) {
  const { data = [] } = useQuery(callQuery('GET /addresses'))
  if (data.length === 0) return null
  return (
    <OptionField
      label={words.savedAddress}
      options={[
        { value: '', text: words.otherAddress },
        ...data.map(({ _id, lines }) => ({ value: _id, text: lines.join(', ') })),
      ]}
      onChange={({ target }) =>
        onChoose(data.find(({ _id }) => _id === target.value)?.address ?? EMPTY_ADDRESS)
      }
    />
  )
}
