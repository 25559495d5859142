import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmailField, NameField, nameRules, newEmailRules } from '#client/ui/person-fields.tsx'
import { pages } from '#contract/pages.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import {
  CountryField,
  EMPTY_ADDRESS,
  FieldsOfCountry,
  onlyUsed,
  useAddressFormat,
} from '../address-fields.tsx'
import { CheckoutParts, refusalOf } from '../checkout-parts.tsx'
import { keepCheckout, readCheckout } from '../kept-checkout.ts'
import type { GuestFields } from '../kept-checkout.ts'
import { words } from '../texts.ts'
import { useGuestCheckOut } from './use-guest-check-out.ts'
import type { CheckoutState } from '../use-quote.ts'

/** The checkout of a person without an account, who types the email address and where the order goes. */
export function GuestSteps({ state, quote }: { state: CheckoutState; quote: Quote }) {
  const country = state.country ?? ''
  const { form, note, setNote } = useKeptForm(country)
  const { pay, isPaying, failure } = useGuestCheckOut(form.setError, state.choose)
  const { errors } = form.formState
  const isSent = state.way === 'parcel'
  const format = useAddressFormat(isSent ? country : '')
  return (
    <CheckoutParts
      {...{ state, quote, note, isPaying, failure }}
      onNote={setNote}
      goesTo={null}
      reason={isSent && !format.data ? words.saveFirst : refusalOf(quote)}
      who={
        <section className="grid gap-4">
          <div className="spread">
            <h2 className="text-xl">{words.contact}</h2>
            <LogIn />
          </div>
          <EmailField
            autoComplete="email"
            hint={words.contactHint}
            error={errors.email?.message}
            {...form.register('email', newEmailRules)}
          />
          {!isSent && <NameField error={errors.name?.message} {...form.register('name', nameRules)} />}
        </section>
      }
      where={
        isSent && (
          <section className="grid gap-5">
            <h2 className="text-xl">{words.address}</h2>
            <CountryField
              countries={quote.countries}
              error={errors.country?.message}
              {...form.register('country', {
                onChange: ({ target }) => state.choose({ country: target.value, methodId: null }),
              })}
            />
            <FieldsOfCountry query={format} errors={errors} register={form.register} read={form.getValues} />
          </section>
        )
      }
      onPay={(agreed) =>
        void form.handleSubmit(({ email, name, ...rest }) => {
          const address = isSent && format.data ? onlyUsed({ ...rest, name }, format.data) : null
          pay({ agreed, lines: quote.lines, address, email: email.trim(), name: name.trim() })
        })()
      }
    />
  )
}

/** The way to the login, from which the customer comes back to the checkout with the same cart. */
function LogIn() {
  return (
    <p className="small">
      <span className="soft">{words.haveAccount}</span>{' '}
      <PageLink to={pages.login} state={{ from: pages.checkout }} className="link">
        {words.logIn}
      </PageLink>
    </p>
  )
}

/** Returns the form and the note. What is typed is kept when the page is reloaded. */
function useKeptForm(country: string) {
  const [kept] = useState(() => readCheckout(''))
  const [note, setNote] = useState(kept.note)
  const form = useForm<GuestFields>({
    defaultValues: { ...EMPTY_ADDRESS, email: '', ...kept.guest, country },
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepCheckout('', { guest: values }),
      }),
    [subscribe],
  )
  return {
    form,
    note,
    setNote: (text: string) => {
      setNote(text)
      keepCheckout('', { note: text })
    },
  }
}
