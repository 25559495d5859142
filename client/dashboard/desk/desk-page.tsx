import { useQuery } from '@tanstack/react-query'
import type { DeskEntry, HeldBags } from '#contract/orders/payment-desk.ts'
import { pages } from '#contract/pages.ts'
import type { DeskRepair } from '#contract/values/desk.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { formatPrice } from '#contract/values/money.ts'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import { ChangeButton } from '../changes/change-button.tsx'
import { Moment } from '../marks/marks.tsx'
import { words } from './texts.ts'

const ENTRIES = 'grid grid-cols-1 gap-5 max-w-3xl wrap-anywhere'

/**
 * The page `/dashboard/payments`: payments with a fault, such as a missing order. If a repair is safe, there is a
 * button for it.
 */
export function PaymentDeskPage() {
  const desk = useQuery(callQuery('GET /paymentDesk'))
  const held = useQuery(callQuery('GET /heldBags'))
  return (
    <>
      <PageTitle title={words.title} />
      <p className="mt-2 mb-6">{words.lead}</p>
      <CardListStates list={desk} loading={words.loading} failed={words.failed}>
        {(entries) => <Entries entries={entries} />}
      </CardListStates>
      {held.data && held.data.length > 0 && <Held holders={held.data} />}
    </>
  )
}

function Entries({ entries }: { entries: DeskEntry[] }) {
  if (entries.length > 0)
    return (
      <ul className={ENTRIES}>
        {entries.map((entry) => (
          <li key={entry.fault + entry._id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    )
  return <EmptyState title={words.allGood} more={words.allGoodMore} />
}

function Held({ holders }: { holders: HeldBags[] }) {
  return (
    <section className="mt-8" aria-labelledby="held">
      <h2 id="held" className="text-lg">
        {words.held}
      </h2>
      <p className="mt-2 mb-4">{words.heldMore}</p>
      <ul className={ENTRIES}>
        {holders.map(({ email, bags, payments, since }) => (
          <li key={`${email} ${since}`} className="cluster">
            <span>{email ?? words.nobody}</span>
            <span>
              {words.holds(bags, payments)} <Moment at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: DeskEntry }) {
  const shopCurrency = useCurrency()
  const { _id, fault, reason, dueAt, amount, currency, gateway, email, order, at } = entry
  return (
    <article className="panel grid gap-2.5 p-5">
      <h2 className="text-lg">{words.faults[fault]}</h2>
      <p className="cluster">
        <span className="price">{formatPrice(amount, currency ?? shopCurrency)}</span>
        {email !== undefined && <span>{email}</span>}
        {order && (
          <PageLink to={pages.fullOrder(order._id)} className="link">
            {words.order(order.number)}
          </PageLink>
        )}
        <Moment at={at} />
      </p>
      <p className="small">{words.payment(_id, gateway)}</p>
      {reason !== undefined && <p>{words.reason(reason)}</p>}
      {dueAt !== undefined && <p>{words.due(dayText(dueAt))}</p>}
      <Repairs entry={entry} />
    </article>
  )
}

function Repairs({ entry }: { entry: DeskEntry }) {
  const { repair, canClose, canDismiss, dueAt, gateway } = entry
  const repairs = [repair, canClose && 'close', canDismiss && 'dismiss'] as const
  if (!repairs.some(Boolean)) return dueAt === undefined && <p>{words.lookUp(gateway)}</p>
  return (
    <div className="cluster">
      {repairs.map((one) => one && <RepairButton key={one} entry={entry} repair={one} />)}
    </div>
  )
}

type RepairButtonProps = { entry: DeskEntry; repair: DeskRepair }

/** The button that repairs a payment. Before money is paid back, a dialog asks the admin for confirmation. */
function RepairButton({ entry, repair }: RepairButtonProps) {
  const { _id: id, fault, amount, currency, gateway } = entry
  const shopCurrency = useCurrency()
  const question = {
    title: words.refundTitle(formatPrice(amount, currency ?? shopCurrency)),
    more: repair === 'close' ? words.closeMore(gateway) : words.refundMore,
    cancel: words.refundKeep,
  }
  return (
    <div>
      <ChangeButton
        tone={repair === 'dismiss' ? 'quiet' : 'primary'}
        of="orders"
        send={() => api('PUT /paymentDesk/{id}', { params: { id }, body: { repair, fault } })}
        done={words.repaired}
        busyText={words.repairing}
        question={repair === 'refund' || repair === 'close' ? question : null}
      >
        {words.repairs[repair]}
      </ChangeButton>
    </div>
  )
}
