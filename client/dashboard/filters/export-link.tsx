import { look } from '#client/ui/button.tsx'
import { words } from '../texts.ts'

/** What is filtered as a file; the browser fetches it by itself. */
export function ExportLink({ address }: { address: string }) {
  return (
    <a href={address} download className={`${look('quiet')} export`}>
      {words.exportCsv}
    </a>
  )
}
