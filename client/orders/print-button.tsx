import { Button } from '#client/ui/button.tsx'
import { words } from './texts.ts'

/** Opens the print dialog of the browser. The button itself is not printed. */
export function PrintButton() {
  return (
    <div className="not-printed">
      <Button tone="quiet" onClick={() => window.print()}>
        {words.print}
      </Button>
    </div>
  )
}
