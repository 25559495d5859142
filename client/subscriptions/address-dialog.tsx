import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  CountryField,
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  serverErrors,
  useAddressFormat,
} from '#client/checkout/address-fields.tsx'
import { words as checkoutWords } from '#client/checkout/texts.ts'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/confirm-dialog.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { SendingForm, useSendingForm } from '#client/ui/form.tsx'
import type { Address } from '#contract/selling/settings.ts'
import { CodeField, readCode, useMailedCode } from './mailed-code.tsx'
import { words } from './texts.ts'
import { redirectedText } from './use-subscriptions.ts'
import type { ActionDialogProps } from './use-subscriptions.ts'
import { useWay, WayField } from './way-field.tsx'
import '#client/checkout/checkout.css'

/** A dialog in which the customer chooses another address or another way of delivery, and reads what that costs. */
export function AddressDialog({ subscription, token, change, onClose }: ActionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const code = useMailedCode(token)
  const { countries, country, setCountry, way, ...choice } = useWay(subscription)
  const format = useAddressFormat(country)
  const form = useSendingForm<Address & { code: string }>(
    async (typed, { setError }) => {
      if (!way) return setError('country', { message: words.notThere })
      if (way.kind === 'parcel' && !format.data) return setError('root', { message: checkoutWords.saveFirst })
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
            {token === '' && <SavedAddresses country={country} onChoose={use} />}
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

/** The saved addresses of a customer who has an account. Another address is in the country that was chosen before. */
function SavedAddresses({ country, onChoose }: { country: string; onChoose: (address: Address) => void }) {
  const { user } = useSession()
  const { data = [] } = useQuery({ ...callQuery('GET /addresses'), enabled: user !== null })
  if (data.length === 0) return null
  return (
    <OptionField
      label={words.savedAddress}
      options={[
        { value: '', text: words.otherAddress },
        ...data.map(({ _id, lines }) => ({ value: _id, text: lines.join(', ') })),
      ]}
      onChange={({ target }) =>
        onChoose(data.find(({ _id }) => _id === target.value)?.address ?? { ...EMPTY_ADDRESS, country })
      }
    />
  )
}
