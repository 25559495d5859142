import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { words } from '../texts.ts'

type NoRowsProps = { title: string; more: string; onClear?: (() => void) | undefined }

/** A table without rows; with `onClear` it is the filters that leave none. */
export function NoRows({ title, more, onClear }: NoRowsProps) {
  if (!onClear) {
    return (
      <EmptyState title={title}>
        <p>{more}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={words.nothingFound}>
      <p>{words.nothingFoundMore}</p>
      <Button tone="quiet" onClick={onClear}>
        {words.clear}
      </Button>
    </EmptyState>
  )
}
