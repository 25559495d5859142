import type { Calls } from '#contract/api.ts'
import type { AnswerOnPage } from '#contract/call.ts'
import type { Hit } from '#contract/dashboard.ts'
import { orderStateText } from '#contract/values/states.ts'
import { Moment } from '../marks/marks.tsx'
import { words } from './texts.ts'

export type ShownHit = AnswerOnPage<Calls['GET /find']>[number] & Pick<Hit, 'email'>

export function HitText({ hit: { kind, title, number, state, gift, at, note, email } }: { hit: ShownHit }) {
  return (
    <>
      <b>{title || words.kinds[kind](number)}</b>
      <span className="soft small">
        {words.kinds[kind](number)}
        {state && ` · ${orderStateText({ state, gift })}`}
        {at !== undefined && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
        {note && ` · ${note}`}
        {kind !== 'order' && email && ` · ${email}`}
      </span>
    </>
  )
}
