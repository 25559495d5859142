import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { FormError } from '#client/ui/form.tsx'
import type { VersionedOpening } from '#contract/shop/calls.ts'
import { productAudiences } from '#contract/shop/opening-choices.ts'
import type { StartStep } from '#contract/shop/opening-choices.ts'
import { FreshStep } from './fresh-step.tsx'
import { words } from './texts.ts'

/** The last step: who may see the products, what is still missing, and the button that opens the shop. */
export function OpenStep({ missing }: { missing: StartStep[] }) {
  const query = useQuery(callQuery('GET /shop/opening'))
  return (
    <FreshStep query={query}>
      {(loaded) => <OpenForm key={loaded.version} loaded={loaded} missing={missing} />}
    </FreshStep>
  )
}

function OpenForm({ loaded, missing }: { loaded: VersionedOpening; missing: StartStep[] }) {
  const { sendsMail } = usePageState().settings
  const [productsFor, setProductsFor] = useState(loaded.opening.productsFor)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      api('PUT /shop/opening', { body: { opening: { isOpen: true, productsFor }, version: loaded.version } }),
    // Every page that this tab shows from now on must know that the shop is open.
    onSuccess: () => location.reload(),
  })
  return (
    <>
      <fieldset className="start-choices">
        <legend>{words.productsFor}</legend>
        {productAudiences.toReversed().map((audience) => (
          <label key={audience} className="icon-text">
            <input
              type="radio"
              name="audience"
              checked={audience === productsFor}
              onChange={() => setProductsFor(audience)}
            />
            {words.audiences[audience]}
          </label>
        ))}
      </fieldset>
      {missing.length > 0 && <Missing steps={missing} />}
      {!sendsMail && <p>{words.noMails}</p>}
      <div>
        <Button busy={isPending || isSuccess} busyText={words.opening} onClick={() => mutate()}>
          {missing.length > 0 ? words.openAnyway : words.openNow}
        </Button>
      </div>
      <FormError>{error && errorText(error)}</FormError>
    </>
  )
}

function Missing({ steps }: { steps: StartStep[] }) {
  return (
    <div className="panel">
      <p>{words.missing}</p>
      <ul className="list-disc ps-5">
        {steps.map((step) => (
          <li key={step}>{words.missingSteps[step]}</li>
        ))}
      </ul>
    </div>
  )
}
