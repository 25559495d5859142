import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { FreshForm } from '#client/ui/settings-form/fresh-form.tsx'
import { useViewFocus } from '#client/ui/use-row-focus.ts'
import type { ShopStart } from '#contract/shop/calls.ts'
import { startSteps } from '#contract/shop/choices.ts'
import type { StartStep } from '#contract/shop/choices.ts'
import { DeliveryStep } from './delivery-step.tsx'
import { OpenedNote, OpenStep } from './open-step.tsx'
import { NameStep, PaymentStep, ProductStep } from './setting-steps.tsx'
import './start.css'
import { Step } from './step.tsx'
import { words } from './texts.ts'

/**
 * The page `/dashboard/start`, which leads the first admin through setting up an empty shop. Nothing of its progress is
 * stored: the server derives from the settings and the products which steps are done.
 */
export function StartPage() {
  const query = useQuery(callQuery('GET /shop/start'))
  return (
    <div className="start">
      <PageTitle title={words.start} />
      <FreshForm query={query} loading={words.loading} failed={words.startFailed}>
        {(start) => <Steps start={start} />}
      </FreshForm>
    </div>
  )
}

type OpenPart = StartStep | 'open'

/** The HTML id of the text that gets the focus when the shop was opened. */
const OPENED = 'shop-is-open'

/**
 * All steps of setting up the shop. The form of one step is shown at a time: that of the step which the admin has chosen,
 * or else of the first that is not done.
 */
function Steps({ start }: { start: ShopStart }) {
  const client = useQueryClient()
  const { isOpen } = usePageState().settings.shop
  const [chosen, setChosen] = useState<OpenPart | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const next = startSteps.find((step) => !start.isDone[step])
  useViewFocus(String(isOpen), OPENED)
  const parts: OpenPart[] = isOpen ? [...startSteps] : [...startSteps, 'open']
  const shown = chosen ?? next ?? (isOpen ? null : 'open')

  function choose(step: OpenPart) {
    setHasMoved(true)
    setChosen(step)
  }

  async function onSaved() {
    await client.invalidateQueries({ queryKey: ['GET /shop/start'] })
    setHasMoved(true)
    setChosen(null)
  }

  return (
    <>
      {isOpen ? <OpenedNote id={OPENED} /> : <p>{words.startLead}</p>}
      <ol className="start-steps">
        {parts.map((part) => {
          const Content = CONTENTS[part]
          return (
            <Step
              key={part}
              title={words.steps[part]}
              isDone={part !== 'open' && start.isDone[part]}
              isShown={shown === part}
              takesFocus={hasMoved}
              onShow={() => choose(part)}
            >
              <Content start={start} onSaved={onSaved} />
            </Step>
          )
        })}
      </ol>
    </>
  )
}

const CONTENTS = {
  name: NameStep,
  delivery: DeliveryStep,
  payment: PaymentStep,
  products: ProductStep,
  open: OpenStep,
}
