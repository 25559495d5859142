import { Choice, Choices } from '#client/checkout/delivery-choice.tsx'
import { deliveryPrice } from '#client/checkout/texts.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { HANDED_OVER } from '#contract/values/orders/counter.ts'
import { words } from './texts.ts'
import { SENT } from './use-sale.ts'
import type { SaleState } from './use-sale.ts'

/** How the customer gets the coffees: at once, at a pickup of the shop, or by parcel. A shop without others asks nothing. */
export function Delivery({ sale }: { sale: SaleState }) {
  const { quote, how, isSent, choose } = sale
  const { offers = [], countries = [] } = quote.data ?? {}
  const pickups = offers.filter(({ kind, id }) => kind === 'pickup' && id !== HANDED_OVER)
  if (pickups.length === 0 && countries.length === 0) return null
  return (
    <>
      <Choices legend={words.how}>
        <Choice name="how" checked={how === HANDED_OVER} onChoose={() => choose(HANDED_OVER)}>
          {words.now}
        </Choice>
        {pickups.map(({ id, name }) => (
          <Choice key={id} name="how" checked={how === id} onChoose={() => choose(id)}>
            {words.later(name)}
          </Choice>
        ))}
        {countries.length > 0 && (
          <Choice name="how" checked={isSent} onChoose={() => choose(SENT)}>
            {words.sent}
          </Choice>
        )}
      </Choices>
      {isSent && <Parcels sale={sale} />}
    </>
  )
}

function Parcels({ sale: { quote, parcels, methodId, setParcel } }: { sale: SaleState }) {
  const { data, isOld } = quote
  if (!data || (parcels.length === 0 && isOld)) return null
  if (parcels.length === 0) return <p>{words.notThere}</p>
  return (
    <Choices legend={words.delivery}>
      {parcels.map((offer) => (
        <Choice
          key={offer.id}
          name="parcel"
          checked={offer.id === methodId}
          onChoose={() => setParcel(offer.id)}
        >
          <span className="spread">
            <span className="font-semibold">{offer.name}</span>
            <span className="price">{deliveryPrice(offer.price, data.currency)}</span>
          </span>
          {promiseText(offer)}
        </Choice>
      ))}
    </Choices>
  )
}
