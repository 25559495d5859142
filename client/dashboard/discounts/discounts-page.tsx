import { useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CopyButton } from '#client/ui/receipt/copy-button.tsx'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import type { Discount } from '#contract/selling/discounts.ts'
import { ChangeButton } from '../changes/change-button.tsx'
import { Mark } from '../marks/marks.tsx'
import './discounts.css'
import { NewDiscountForm } from './new-discount-form.tsx'
import { conditions, useText, whatOff, words } from './texts.ts'

/** The page `/dashboard/discounts`: what customers get off their orders, how often it was used, and how much was given. */
export function DiscountsPage() {
  const query = useQuery(callQuery('GET /discounts'))
  return (
    <>
      <PageTitle title={words.title} />
      <p className="mt-2 mb-6">{words.lead}</p>
      <CardListStates list={query} loading={words.loading} failed={words.failed}>
        {({ discounts, choices }) => (
          <>
            <List discounts={discounts} />
            <NewDiscountForm choices={choices} />
          </>
        )}
      </CardListStates>
    </>
  )
}

function List({ discounts }: { discounts: Discount[] }) {
  if (discounts.length === 0) return <EmptyState title={words.none} more={words.noneMore} />
  return (
    <ul className="discounts">
      {discounts.map((discount) => (
        <li key={discount._id}>
          <Entry discount={discount} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ discount }: { discount: Discount }) {
  const { _id: id, name, code, state, canDelete } = discount
  const currency = useCurrency()
  return (
    <article className="panel discount">
      <div className="spread">
        <h2 className="text-lg">{name}</h2>
        <Mark good={state === 'running'}>{words.states[state]}</Mark>
      </div>
      <p className="cluster">
        <span className="font-semibold">{whatOff(discount, currency)}</span>
        {code !== null && <span>{code}</span>}
        {code !== null && state !== 'ended' && <CopyLink code={code} />}
      </p>
      {conditions(discount, currency).length > 0 && (
        <p className="small">{conditions(discount, currency).join(' · ')}</p>
      )}
      <p>{useText(discount, currency)}</p>
      <div className="cluster">
        {/* It cannot begin again, so the button asks first. */}
        {state !== 'ended' && (
          <ChangeButton
            of="GET /discounts"
            send={() => api('PUT /discounts/{id}', { params: { id } })}
            done={words.ended}
            busyText={words.working}
            aria-label={words.endOf(name)}
            question={{ title: words.endTitle(name), more: words.endMore, cancel: words.keep }}
          >
            {words.end}
          </ChangeButton>
        )}
        {canDelete && (
          <ChangeButton
            of="GET /discounts"
            send={() => api('DELETE /discounts/{id}', { params: { id } })}
            done={words.deleted}
            busyText={words.working}
            aria-label={words.deleteOf(name)}
          >
            {words.delete}
          </ChangeButton>
        )}
      </div>
    </article>
  )
}

/** Copies the link that puts the code into the checkout. */
function CopyLink({ code }: { code: string }) {
  const link = `${location.origin}/?code=${encodeURIComponent(code)}`
  return (
    <CopyButton text={link} label={words.copyOf(code)} otherwise={<span className="small">{link}</span>}>
      {words.copy}
    </CopyButton>
  )
}
