import { usePageState } from '#client/lib/page-state.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { AccountPart } from './account-part.tsx'
import { AccountTabs } from './account-tabs.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { ExportButton } from './export-button.tsx'
import { PasskeysPart } from './factors/passkeys-part.tsx'
import { SecondFactorPart } from './factors/second-factor-part.tsx'
import { SessionList } from './session-list.tsx'
import { words } from './texts.ts'
import './account.css'

/** The page `/account/privacy`: where the customer is logged in, the customer's data, and the end of the account. */
export function PrivacyPage() {
  const { firebase } = usePageState().settings
  return (
    <div className="page">
      <PageTitle title={words.privacyTitle} />
      <AccountTabs />
      <div className="profile">
        <AccountPart title={words.sessions}>
          <SessionList />
        </AccountPart>
        <AccountPart title={words.secondFactor}>
          <SecondFactorPart />
        </AccountPart>
        {!firebase && (
          <AccountPart title={words.passkeys}>
            <PasskeysPart />
          </AccountPart>
        )}
        <AccountPart title={words.data}>
          <p>{words.dataLead}</p>
          <ExportButton />
        </AccountPart>
        <AccountPart title={words.deletion}>
          <p>{words.deletionLead}</p>
          <DeletionForm />
        </AccountPart>
      </div>
    </div>
  )
}
