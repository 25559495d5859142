import type { MouseEvent } from 'react'
import { words } from '../manage/texts.ts'
import type { Draft } from './draft.ts'
import { focusStart } from './focus-start.ts'

/** Says that a form holds what was typed before, with a way to be rid of it. */
export function DraftNote({ draft, onStartAfresh }: { draft: Draft | null; onStartAfresh: () => void }) {
  function startAfresh({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    focusStart(currentTarget.form)
    onStartAfresh()
  }
  return (
    <div role="status" className="draft-note">
      {draft && (
        <>
          <p>{draft.photoLost ? words.keptWithoutPhoto : words.kept}</p>
          <button type="button" className="link" onClick={startAfresh}>
            {words.startAfresh}
          </button>
        </>
      )}
    </div>
  )
}
