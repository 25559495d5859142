import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { GrindChips, useGrinds } from '#client/catalogue/buy/grind-field.tsx'
import { useSession } from '#client/identity/session.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { Stepper } from '#client/ui/stepper/stepper.tsx'
import type { Product } from '#contract/catalogue.ts'
import { MAX_AT_ONCE } from '#contract/values/limits.ts'
import { GIFT_DELIVERIES } from '#contract/values/orders/gifts.ts'
import { GiftPeople } from './gift-people.tsx'
import type { GiftFields } from './gift-people.tsx'
import { GiftSummary } from './gift-summary.tsx'
import { GiftTerms } from './gift-terms.tsx'
import { GiftWay } from './gift-way.tsx'
import { words } from './texts.ts'
import { useBuyGift, useGiftQuote } from './use-new-gift.ts'
import type { GiftContent } from './use-new-gift.ts'

const [FEWEST] = GIFT_DELIVERIES

/** The choices of a gift, and beside them what it costs and the button that orders it. */
export function NewGift({ coffee }: { coffee: Product }) {
  const { user } = useSession()
  const grinding = useGrinds()
  const [deliveries, setDeliveries] = useState<GiftContent['deliveries']>(FEWEST)
  const [everyWeeks, setEveryWeeks] = useState<GiftContent['everyWeeks']>(4)
  const [quantity, setQuantity] = useState(1)
  const content = { productId: coffee._id, grind: grinding.grind ?? null, deliveries, everyWeeks, quantity }
  const state = useGiftQuote(content)
  const { pay, isPaying, failure } = useBuyGift()
  const form = useForm<GiftFields>({
    defaultValues: { recipient: '', message: '', startOn: '', name: '', email: '' },
  })
  const { quote, country, offer, payment } = state
  if (quote.isLoadingError) return <LoadError title={words.notOffered} query={quote} />
  const { data } = quote
  function order({ name, email, startOn, ...people }: GiftFields): void {
    if (!data?.totals || !offer || country === null) return
    pay({
      ...content,
      ...people,
      country,
      methodId: offer.id,
      startOn: startOn || (data.roastDays[0] ?? ''),
      total: data.totals.total,
      currency: data.currency,
      ...(payment && { way: payment }),
      ...(!user && { guest: { name: name.trim(), email: email.trim() } }),
    })
  }
  return (
    <div className="grid gap-6">
      <p className="max-w-2xl">{words.newLead(coffee.name)}</p>
      <div className="checkout gift-checkout">
        <div className="checkout-steps">
          <GiftTerms {...{ deliveries, everyWeeks, setDeliveries, setEveryWeeks }} />
          <GrindChips grinding={grinding} />
          <Stepper label={words.bags} count={quantity} max={MAX_AT_ONCE} onChange={setQuantity} />
          {data && <GiftPeople form={form} quote={data} />}
          {data && <GiftWay state={state} quote={data} />}
        </div>
        {data && (
          <GiftSummary
            {...{ coffee, content, state, isPaying, failure }}
            quote={data}
            isWaiting={grinding.isUnknown}
            onPay={() => void form.handleSubmit(order)()}
          />
        )}
      </div>
    </div>
  )
}
