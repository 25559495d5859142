import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { EMPTY_ADDRESS, onlyUsed, useAddressFormat } from '#client/checkout/address-fields.tsx'
import '#client/checkout/checkout.css'
import { useLeaveGuard } from '#client/lib/use-leave-guard.ts'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import type { Sale } from '#contract/orders/counter-sales.ts'
import type { CounterWay } from '#contract/selling/gateways.ts'
import { Coffees } from './coffees.tsx'
import { Customer } from './customer.tsx'
import { Delivery } from './delivery.tsx'
import { Pay, Ways } from './pay.tsx'
import { SaleLines } from './sale-lines.tsx'
import { words } from './texts.ts'
import { useSale } from './use-sale.ts'
import { useSell } from './use-sell.ts'
import type { CustomerFields } from './use-sell.ts'

export function SaleForm({ onSold, isNext }: { onSold: (sale: Sale) => void; isNext: boolean }) {
  const sale = useSale()
  const guard = useLeaveGuard(() => sale.lines.length > 0)
  const [way, setWay] = useState<CounterWay>('cash')
  const form = useForm<CustomerFields>({ defaultValues: { ...EMPTY_ADDRESS, email: '', note: '' } })
  const format = useAddressFormat(sale.isSent ? (sale.country ?? '') : '')
  const { sell, refuse, ...selling } = useSell(onSold, form.setError)
  const heading = useId()
  const { items, methodId, quote } = sale
  const press = form.handleSubmit(({ email, note, ...fields }) => {
    const { totals, currency } = quote.data ?? {}
    if (!totals || currency === undefined || (sale.isSent && !format.data)) return
    const address = sale.isSent && format.data ? onlyUsed(fields, format.data) : null
    const mailed = email.trim() === '' ? {} : { email: email.trim() }
    sell({ items, methodId, address, name: fields.name, ...mailed, note, way, total: totals.total, currency })
  }, refuse)
  return (
    <div className="counter">
      <LeaveQuestion {...guard} title={words.leaveTitle} more={words.leaveMore} cancel={words.stay} />
      <Coffees onAdd={sale.add} isFocused={isNext} />
      <section aria-labelledby={heading} className="grid grid-cols-1 gap-6 min-w-0">
        <h2 id={heading} tabIndex={-1} className="text-xl">
          {words.sale}
        </h2>
        <SaleLines sale={sale} />
        {sale.lines.length > 0 && (
          <>
            <Delivery sale={sale} />
            <Customer form={form} sale={sale} format={format} />
            <Ways way={way} onChoose={setWay} />
            <Pay {...{ sale, way, heading, ...selling }} onPress={() => void press()} />
          </>
        )}
      </section>
    </div>
  )
}
