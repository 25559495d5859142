import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import type { MissedDelivery } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { useChange } from '../changes/change-button.tsx'
import { words } from './texts.ts'

const rowOf = ({ _id, day }: MissedDelivery) => ({ _id: `${_id}-${day}` })

/** What was missed, and the buttons with which the owner decides about it. */
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
  const { _id, name, email, coffees, canSend, day } = delivery
  const [asked, setAsked] = useState<Decision | null>(null)
  const { mutate, isPending, variables } = useChange({
    of: 'orders',
    send: (decision: Decision) =>
      api('PUT /missedDeliveries/{id}', { params: { id: _id }, body: { day, decision } }),
    done: (_result, decision) => TEXTS[decision].done(delivery),
  })
  const decisions = canSend ? (['send', 'leave-out'] as const) : (['leave-out'] as const)
  return (
    <article className="panel subscription-card">
      <h3 className="text-lg">
        <PageLink to={pages.subscription(_id)} className="link">
          {name}
        </PageLink>
      </h3>
      <p className="small">
        {[words.missedOn(dateText(day)), email].filter((text) => text !== '').join(' · ')}
      </p>
      <p className="font-semibold">{coffees.join(', ')}</p>
      {!canSend && <p>{words.notActive}</p>}
      <div className="cluster">
        {decisions.map((decision) => (
          <Button
            key={decision}
            tone={decision === 'send' ? 'primary' : 'quiet'}
            busy={isPending && variables === decision}
            blocked={isPending}
            busyText={words.working}
            aria-label={words.buttonOf(TEXTS[decision].button, delivery, dateText(day))}
            onClick={() => setAsked(decision)}
          >
            {TEXTS[decision].button}
          </Button>
        ))}
      </div>
      {asked && (
        <ConfirmDialog
          title={TEXTS[asked].title(delivery)}
          more={TEXTS[asked].more(coffees.join(', '))}
          confirm={TEXTS[asked].confirm}
          tone={asked === 'send' ? 'primary' : 'danger'}
          onConfirm={() => {
            onDecide()
            mutate(asked)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </article>
  )
}

type Decision = 'send' | 'leave-out'

const TEXTS = {
  'send': {
    button: words.send,
    title: words.sendTitle,
    more: words.sendMore,
    confirm: words.sendYes,
    done: words.sent,
  },
  'leave-out': {
    button: words.leaveOut,
    title: words.leaveOutTitle,
    more: words.leaveOutMore,
    confirm: words.leaveOut,
    done: words.leftOut,
  },
}
