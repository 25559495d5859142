import { PageLink } from '#client/ui/page-link.tsx'
import { words } from '../manage/texts.ts'

/** A form to go on with: what its link says, and its address. */
export type NextStep = { text: string; to: string }

/** What was added, and the forms to go on with. */
export type Added = { name: string; steps: NextStep[] }

/** Says after an entry was added what comes next. */
export function NextSteps({ added }: { added: Added | null }) {
  return (
    <div role="status" className="draft-note">
      {added && (
        <>
          <p>{words.inShop(added.name)}</p>
          {added.steps.map(({ text, to }) => (
            <PageLink key={to} to={to} className="link">
              {text}
            </PageLink>
          ))}
        </>
      )}
    </div>
  )
}
