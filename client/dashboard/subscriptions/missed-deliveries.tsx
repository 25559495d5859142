import { api } from '#client/lib/api.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import type { MissedDelivery } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { words } from './texts.ts'

const rowOf = ({ _id, day }: MissedDelivery) => ({ _id: `${_id}-${day}` })

export function MissedDeliveries({ missed }: { missed: MissedDelivery[] }) {
  const remember = useRowFocus(missed.map(rowOf))
  if (missed.length === 0) return null
  return (
    <section aria-labelledby="missed">
      <h2 id="missed" className="text-xl">
        {words.missed}
      </h2>
      <p className="mt-1 mb-4">{words.missedMore}</p>
      <ul className="subscription-cards">
        {missed.map((delivery) => {
          const row = rowOf(delivery)
          return (
            <li key={row._id} id={rowFocusId(row._id)} tabIndex={-1}>
              <Missed delivery={delivery} onDecide={() => remember(row)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type MissedProps = { delivery: MissedDelivery; onDecide: () => void }

function Missed({ delivery, onDecide }: MissedProps) {
  const { _id: id, name, email, coffees, canSend, day } = delivery
  function decide(decision: 'send' | 'leave-out') {
    onDecide()
    return api('PUT /missedDeliveries/{id}', { params: { id }, body: { day, decision } })
  }
  const what = coffees.join(', ')
  return (
    <article className="panel subscription-card">
      <h3 className="text-lg">
        <PageLink to={pages.subscription(id)} className="link">
          {name}
        </PageLink>
      </h3>
      <p className="small">
        {[words.missedOn(dateText(day)), email].filter((text) => text !== '').join(' · ')}
      </p>
      <p className="font-semibold">{what}</p>
      {!canSend && <p>{words.notActive}</p>}
      <div className="cluster">
        {canSend && (
          <ChangeButton
            tone="primary"
            of="orders"
            send={() => decide('send')}
            done={words.sent(name)}
            aria-label={words.buttonOf(words.send, name, dateText(day))}
            question={{
              title: words.sendTitle(name),
              more: words.sendMore(what),
              confirm: words.sendYes,
              tone: 'primary',
            }}
          >
            {words.send}
          </ChangeButton>
        )}
        <ChangeButton
          of="orders"
          send={() => decide('leave-out')}
          done={words.leftOut(name)}
          aria-label={words.buttonOf(words.leaveOut, name, dateText(day))}
          question={{ title: words.leaveOutTitle(name), more: words.leaveOutMore(what) }}
        >
          {words.leaveOut}
        </ChangeButton>
      </div>
    </article>
  )
}
