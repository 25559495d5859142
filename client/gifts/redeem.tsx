import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import '#client/checkout/checkout.css'
import {
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  serverErrors,
  useAddressFormat,
} from '#client/checkout/address-fields.tsx'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, FormError } from '#client/ui/form.tsx'
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
  const form = useForm<Fields>({ defaultValues: { ...EMPTY_ADDRESS, name: recipient, country, email: '' } })
  const { errors } = form.formState
  const format = useAddressFormat(country)
  const { mutate, isPending, error } = useMutation({
    retry: false,
    mutationFn: (body: { address: Address; email?: string }) =>
      api('POST /gifts/subscription', { body: { ...body, code } }),
    onSuccess: ({ firstOn }) => onBegun(firstOn),
    onError: (refusal) => {
      for (const { name, message } of serverErrors(refusal)) form.setError(name, { message })
    },
  })
  function send({ email, ...typed }: Fields): void {
    if (!format.data || isPending) return
    mutate({ address: onlyUsed(typed, format.data), ...(!user && { email: email.trim() }) })
  }
  return (
    <div className="max-w-xl">
      <h2 className="text-xl">{words.whereTo}</h2>
      <p className="mt-2 mb-6">{words.whereToMore}</p>
      <Form onSubmit={form.handleSubmit(send)}>
        <FieldsOfCountry query={format} errors={errors} register={form.register} read={form.getValues} />
        <p>{countryName(country)}</p>
        {!user && (
          <EmailField
            autoComplete="email"
            hint={sendsMail ? words.emailMore : undefined}
            error={errors.email?.message}
            {...form.register('email', newEmailRules)}
          />
        )}
        <Button type="submit" disabled={!format.data} busy={isPending} busyText={words.sending}>
          {words.send}
        </Button>
        <FormError>{error && errorText(error)}</FormError>
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
