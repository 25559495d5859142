import { useEffect, useRef, useState } from 'react'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import type { Sale } from '#contract/orders/counter-sales.ts'
import { formatPrice } from '#contract/values/money.ts'
import './counter.css'
import { SaleForm } from './sale-form.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/new-order`: an order that staff make at the counter or on the telephone. */
export function NewOrderPage() {
  const [sold, setSold] = useState<Sale | null>(null)
  const [isNext, setIsNext] = useState(false)
  function sellNext() {
    setSold(null)
    setIsNext(true)
  }
  return (
    <>
      <PageTitle title={words.title} />
      <p className="mt-2 mb-6">{words.lead}</p>
      {sold ? <Sold sale={sold} onNext={sellNext} /> : <SaleForm onSold={setSold} isNext={isNext} />}
    </>
  )
}

/** The order that was made. The focus is on its number, because the button that was pressed is gone. */
function Sold({ sale: { _id: id, number, total, state }, onNext }: { sale: Sale; onNext: () => void }) {
  const mayOpen = useMayOpen()
  const currency = useCurrency()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const said = state === 'waiting' || state === 'delivered' ? state : 'paid'
  return (
    <section className="grid grid-cols-1 justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {words.done(number)}
      </h2>
      <p>{words.doneMore[said](formatPrice(total, currency))}</p>
      <div className="cluster">
        <Button onClick={onNext}>{words.next}</Button>
        <ButtonLink tone="quiet" to={pages.fullOrder(id)}>
          {words.toOrder}
        </ButtonLink>
        {mayOpen(pages.orderReceipt(id)) && (
          <ButtonLink tone="quiet" to={pages.orderReceipt(id)}>
            {words.receipt}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
