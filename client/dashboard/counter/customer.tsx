import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CountryField, FieldsOfCountry } from '#client/checkout/address-fields.tsx'
import type { useAddressFormat } from '#client/checkout/address-fields.tsx'
import { useIsAdmin } from '#client/identity/session.tsx'
import { api } from '#client/lib/api.ts'
import { useAfterPause } from '#client/lib/use-after-pause.ts'
import { TextField } from '#client/ui/fields.tsx'
import { EmailField, NameField, optionalEmailRules } from '#client/ui/person-fields.tsx'
import { NOTE_LENGTH } from '#contract/values/limits.ts'
import { words } from './texts.ts'
import type { SaleState } from './use-sale.ts'
import type { CustomerFields } from './use-sell.ts'

type Props = {
  form: UseFormReturn<CustomerFields>
  sale: SaleState
  format: ReturnType<typeof useAddressFormat>
}

/** Who the customer is, which is needed only for a parcel. */
export function Customer({ form, sale, format }: Props) {
  const { errors } = form.formState
  const { isSent, quote } = sale
  const details = useRef<HTMLDetailsElement>(null)
  // The browser cannot focus a field with an error while it is hidden.
  useEffect(() => {
    if (!errors.email || !details.current) return
    details.current.open = true
    form.setFocus('email')
  }, [errors.email, form])
  const fields = (
    <div className="counter-customer">
      <FindCustomer
        onFound={({ name, email }) => {
          form.setValue('name', name)
          form.setValue('email', email)
        }}
      />
      {!isSent && (
        <NameField
          label={words.name}
          autoComplete="off"
          error={errors.name?.message}
          {...form.register('name')}
        />
      )}
      <EmailField
        label={words.email}
        autoComplete="email"
        hint={words.emailHint}
        error={errors.email?.message}
        {...form.register('email', optionalEmailRules)}
      />
      {isSent && (
        <>
          <CountryField
            countries={quote.data?.countries ?? []}
            value={sale.country ?? ''}
            autoComplete="off"
            error={errors.country?.message}
            onChange={({ target }) => sale.setCountry(target.value)}
          />
          <FieldsOfCountry query={format} errors={errors} register={form.register} read={form.getValues} />
        </>
      )}
      <TextField label={words.note} maxLength={NOTE_LENGTH} {...form.register('note')} />
    </div>
  )
  if (isSent)
    return (
      <section aria-label={words.customer} className="grid gap-4">
        <h3 className="text-lg">{words.customer}</h3>
        {fields}
      </section>
    )
  return (
    <details ref={details} className="counter-details">
      <summary>{words.customerOptional}</summary>
      {fields}
    </details>
  )
}

type Person = { _id: string; name: string; email: string }

/** The search for a customer with an account. Only admins have it. */
function FindCustomer({ onFound }: { onFound: (person: Person) => void }) {
  const { data: role } = useIsAdmin()
  const [text, setText] = useState('')
  const wanted = useAfterPause(text.trim())
  const { data: found } = useQuery({
    queryKey: ['customers at the counter', wanted],
    queryFn: ({ signal }) => findPeople(wanted, signal),
    enabled: wanted.length > 1 && role?.isAdmin === true,
  })
  if (!role?.isAdmin) return null
  return (
    <>
      <TextField
        label={words.findCustomer}
        hint={words.findCustomerHint}
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found?.length === 0 && <p role="status">{words.noCustomer}</p>}
      {found && found.length > 0 && (
        <ul className="counter-people">
          {found.map((person) => (
            <li key={person._id}>
              <button
                type="button"
                className="link"
                onClick={() => {
                  onFound(person)
                  setText('')
                }}
              >
                {person.name} · {person.email}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const MAX_FOUND = '5'

async function findPeople(text: string, signal: AbortSignal): Promise<Person[]> {
  const queries = [{ email: text }, { name: text }]
  const lists = await Promise.all(
    queries.map((query) => api('GET /allUser', { query: { ...query, limit: MAX_FOUND } }, { signal })),
  )
  return [...new Map(lists.flat().map((person) => [person._id, person])).values()]
}
