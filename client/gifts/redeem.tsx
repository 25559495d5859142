import '#client/checkout/checkout.css'
import {
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  serverErrors,
  useAddressFormat,
} from '#client/checkout/address-fields.tsx'
import { useSession } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError, useSendingForm } from '#client/ui/form.tsx'
import { EmailField, newEmailRules } from '#client/ui/person-fields.tsx'
import type { OpenedGift } from '#contract/orders/gifts.ts'
import type { Address } from '#contract/selling/settings.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { countryName } from '#contract/values/countries.ts'
import { words } from './texts.ts'

type RedeemProps = { gift: OpenedGift; code: string; onBegun: (firstOn: string) => void }
type Fields = Address & { email: string }

/** The form with which the recipient of a gift says where it goes. */
export function Redeem({ gift, code, onBegun }: RedeemProps) {
  const { user } = useSession()
  const { sendsMail } = usePageState().settings
  const { country, recipient } = gift
  const format = useAddressFormat(country)
  const form = useSendingForm<Fields>(
    async ({ email, ...typed }, { setError }) => {
      if (!format.data) return
      const address = onlyUsed(typed, format.data)
      const body = { code, address, ...(!user && { email: email.trim() }) }
      try {
        const { firstOn } = await api('POST /gifts/subscription', { body })
        onBegun(firstOn)
      } catch (error) {
        for (const { name, message } of serverErrors(error)) setError(name, { message })
        throw error
      }
    },
    { defaultValues: { ...EMPTY_ADDRESS, name: recipient, country, email: '' } },
  )
  return (
    <div className="max-w-xl">
      <h2 className="text-xl">{words.whereTo}</h2>
      <p className="mt-2 mb-6">{words.whereToMore}</p>
      <Form onSubmit={form.submit}>
        <FieldsOfCountry
          query={format}
          errors={form.formState.errors}
          register={form.register}
          read={form.getValues}
        />
        <p>{countryName(country)}</p>
        {!user && (
          <EmailField
            autoComplete="email"
            hint={sendsMail ? words.emailMore : undefined}
            {...form.field('email', newEmailRules)}
          />
        )}
        <Button type="submit" disabled={!format.data} busy={form.isSubmitting} busyText={words.sending}>
          {words.send}
        </Button>
        <FormError>{form.failure}</FormError>
      </Form>
    </div>
  )
}

/** Says when the first coffee of a gift is roasted, after the form was sent. */
export function Begun({ firstOn }: { firstOn: string }) {
  const { sendsMail } = usePageState().settings
  return (
    <div className="grid gap-2">
      <p className="text-xl">{words.begun(weekdayText(firstOn))}</p>
      {sendsMail && <p>{words.begunMore}</p>}
    </div>
  )
}
