import { AskForLink } from './ask-for-link.tsx'
import { words } from './texts.ts'

/** The page `/cancel`, on which customers cancel running contracts without a password. The law of the EU requires it. */
export function CancelPage() {
  return <AskForLink title={words.cancelPageTitle} lead={words.cancelPageLead} />
}
