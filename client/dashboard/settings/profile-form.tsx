import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Form } from '#client/ui/form.tsx'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { LeaveQuestion } from '../forms/leave-question.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { LegalSection } from './legal-section.tsx'
import { Preview } from './preview.tsx'
import { toProfile } from './profile-fields.ts'
import {
  ContactSection,
  ElsewhereSection,
  HomeSection,
  LookSection,
  NameSection,
  SocialSection,
} from './sections.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'
import { words } from './texts.ts'
import { useProfileForm } from './use-profile-form.ts'
import type { ProfileFormState } from './use-profile-form.ts'

/**
 * The form with the profile of the shop, and a preview of the home page beside it. On small screens, either the form or
 * the preview is shown.
 */
export function ProfileForm({ loaded }: { loaded: EditedProfile }) {
  const state = useProfileForm(loaded)
  const { form, uploads, guard, save } = state
  const [view, setView] = useState<'edit' | 'preview'>('edit')
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <LeaveQuestion {...guard} />
      <Views view={view} onView={setView} />
      <div className="settings-views" data-view={view}>
        <div className="settings-fields">
          <NameSection form={form} uploads={uploads} />
          <HomeSection form={form} uploads={uploads} />
          <TestimonialsSection form={form} uploads={uploads} />
          <ContactSection form={form} />
          <SocialSection form={form} />
          <LookSection form={form} />
          <LegalSection form={form} />
          <ElsewhereSection />
        </div>
        <LivePreview state={state} />
      </div>
      <ProfileActions state={state} />
    </Form>
  )
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
