import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { OptionField } from '#client/ui/fields.tsx'
import { FormError } from '#client/ui/form.tsx'
import { proposalFor } from '#contract/selling/country-proposals.ts'
import { currencyName, currencyOptions } from './names.ts'
import { Section } from '#client/ui/settings-form/section.tsx'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { words } from './texts.ts'

/** The currency of the shop. It is not part of the form, because all prices change with it. */
export function CurrencySection() {
  const { data } = useQuery(callQuery('GET /selling/currency'))
  const selling = useQuery(callQuery('GET /selling'))
  if (!data) return null
  const usual = proposalFor(selling.data?.settings.country ?? '').currency
  return (
    <Section title={words.currency} more={words.currencyMore}>
      {data.isFixed ? (
        <p>
          {currencyName(data.currency)} <span className="small block">{words.currencyFixed}</span>
        </p>
      ) : (
        <CurrencyChoice current={data.currency} usual={usual} />
      )}
    </Section>
  )
}

function CurrencyChoice({ current, usual }: { current: string; usual: string | null }) {
  const [chosen, setChosen] = useState(current)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (currency: string) => api('PUT /selling/currency', { body: { currency } }),
    // Every amount on the page is in the old currency, so the whole page is loaded again.
    onSuccess: () => location.reload(),
  })
  return (
    <>
      <OptionField
        label={words.currency}
        hint={usual && usual !== current ? words.currencyUsual(currencyName(usual)) : undefined}
        placeholder={words.choose}
        options={currencyOptions}
        defaultValue={current}
        onChange={({ target }) => setChosen(target.value)}
      />
      {error && <FormError>{errorText(error)}</FormError>}
      <p>
        <ConfirmButton
          tone="quiet"
          busy={isPending || isSuccess}
          busyText={formWords.saving}
          disabled={chosen === current || chosen === ''}
          question={{
            title: words.currencyTitle(currencyName(chosen)),
            more: words.currencyWarning(current, chosen),
          }}
          onConfirm={() => mutate(chosen)}
        >
          {words.changeCurrency}
        </ConfirmButton>
      </p>
    </>
  )
}
