import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from '#client/lib/router.tsx'
import { Form } from '#client/ui/form.tsx'
import { pages } from '#contract/pages.ts'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { LeaveQuestion } from '#client/ui/settings-form/leave-question.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { LegalSection, NoticeSection } from './legal-section.tsx'
import { Preview } from './preview.tsx'
import { toProfile } from './profile-fields.ts'
import { HomeSections } from './home-sections.tsx'
import {
  ContactSection,
  ElsewhereSection,
  LookSection,
  NameSection,
  SocialSection,
  WordsSection,
} from './sections.tsx'
import { words } from './texts.ts'
import { useProfileForm } from './use-profile-form.ts'
import type { ProfileFormState } from './use-profile-form.ts'

/** `section` is the path of the page that shows a part of the form. */
type ProfileFormProps = { loaded: EditedProfile; section: string }

/**
 * The form with the profile of the shop, and a preview of the home page beside it. On small screens, either the form or
 * the preview is shown. Each page shows a part of the form. The others are hidden, so that they keep what is typed. The page
 * about the opening shows none of them, but asks before unsaved changes are left.
 */
export function ProfileForm({ loaded, section }: ProfileFormProps) {
  const state = useProfileForm(loaded)
  const { form, uploads, guard, save } = state
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  const navigate = useNavigate()
  const fields = useWayToErrors({
    attempts: form.formState.submitCount,
    onError: (wrong) => {
      setView('edit')
      if (wrong !== section) navigate(wrong)
    },
  })
  return (
    <Form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <LeaveQuestion {...guard} />
      <div className="form" hidden={section === pages.settingsOpening}>
        <Views view={view} onView={setView} />
        <div className="settings-views" data-view={view}>
          <div ref={fields} className="settings-fields">
            <Part of={pages.settings} shown={section}>
              <NameSection form={form} uploads={uploads} />
              <LookSection form={form} />
              <WordsSection form={form} />
              <ElsewhereSection />
            </Part>
            <Part of={pages.settingsHome} shown={section}>
              <HomeSections form={form} uploads={uploads} />
            </Part>
            <Part of={pages.settingsContact} shown={section}>
              <ContactSection form={form} />
              <SocialSection form={form} />
            </Part>
            <Part of={pages.settingsLegal} shown={section}>
              <LegalSection form={form} />
              <NoticeSection form={form} uploads={uploads} />
            </Part>
          </div>
          <LivePreview state={state} />
        </div>
        <ProfileActions state={state} />
      </div>
    </Form>
  )
}

type PartProps = { of: string; shown: string; children: ReactNode }

function Part({ of, shown, children }: PartProps) {
  return (
    <div className="settings-part" data-section={of} hidden={of !== shown}>
      {children}
    </div>
  )
}

/** `attempts` is how often the form was sent. `onError` shows the form with the page `section`. */
type Errors = { attempts: number; onError: (section: string) => void }

/**
 * After an attempt to save, shows the first part of the form with an error, and focuses its field. Returns the ref of the
 * element with all parts.
 */
function useWayToErrors({ attempts, onError }: Errors) {
  const fields = useRef<HTMLDivElement>(null)
  const wanted = useRef<HTMLElement>(null)
  const lead = useEffectEvent(() => {
    const wrong = [...(fields.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
    const first = wrong.find((field) => !field.closest('[hidden]')) ?? wrong[0]
    const section = first?.closest<HTMLElement>('[data-section]')?.dataset['section']
    if (!first || section === undefined) return
    wanted.current = first
    onError(section)
  })
  useEffect(() => lead(), [attempts])
  useEffect(() => {
    if (!wanted.current?.checkVisibility()) return
    wanted.current.focus()
    wanted.current = null
  })
  return fields
}

/** The buttons that switch between the form and the preview. They are shown if there is no room for both. */
function Views({ view, onView }: { view: string; onView: (view: 'edit' | 'preview') => void }) {
  return (
    <div role="group" aria-label={words.views} className="settings-switch">
      {(['edit', 'preview'] as const).map((name) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => onView(name)}>
          {words[name]}
        </button>
      ))}
    </div>
  )
}

/** Renders the preview again with every change of the form. */
function LivePreview({ state: { form } }: { state: ProfileFormState }) {
  useWatch({ control: form.control })
  return <Preview profile={toProfile(form.getValues())} />
}
