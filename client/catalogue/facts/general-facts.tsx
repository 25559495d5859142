import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSession } from '#client/identity/session.tsx'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { OptionField, TextField } from '#client/ui/fields.tsx'
import type { Option } from '#client/ui/fields.tsx'
import {
  brewingStyles,
  coffeeKinds,
  KIND_WORDS,
  MAX_NOTES,
  NOTE_GROUPS,
  ROAST_WORDS,
  STYLE_WORDS,
} from '#contract/values/facts/choices.ts'
import type { FactsPart } from './facts-fields.ts'
import { WORD_LENGTH } from './facts-problems.ts'
import { words } from './texts.ts'

const NOTHING: Option = { value: '', text: words.notSaid }
const KINDS = [NOTHING, ...coffeeKinds.map((value) => ({ value, text: KIND_WORDS[value] }))]
const STYLES = [NOTHING, ...brewingStyles.map((value) => ({ value, text: STYLE_WORDS[value] }))]
const ROASTS = [NOTHING, ...ROAST_WORDS.map((text, index) => ({ value: String(index + 1), text }))]

/** The facts that a coffee has once: kind, roast, tasting notes and certificates. */
export function GeneralFacts(part: FactsPart) {
  const { facts, onChange, problemOf } = part
  return (
    <>
      <div className="facts-row">
        <OptionField
          label={words.kind}
          options={KINDS}
          value={facts.kind}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value })}
        />
        <OptionField
          label={words.suitedFor}
          options={STYLES}
          value={facts.suitedFor}
          onChange={({ currentTarget }) => onChange({ suitedFor: currentTarget.value })}
        />
        <OptionField
          label={words.roast}
          options={ROASTS}
          value={facts.roast}
          onChange={({ currentTarget }) => onChange({ roast: currentTarget.value })}
        />
      </div>
      <Notes {...part} />
      <TextField
        label={words.certificates}
        hint={words.certificatesHint}
        error={problemOf('certificates')}
        value={facts.certificates}
        onChange={({ currentTarget }) => onChange({ certificates: currentTarget.value })}
      />
    </>
  )
}

/** A field for each tasting note, which suggests usual ones and those of the admin's other coffees. */
function Notes({ facts: { notes }, onChange, problemOf }: FactsPart) {
  const list = useId()
  const email = useSession().user?.email ?? ''
  const { data = [] } = useQuery(callQuery('GET /packetName', { query: { email } }))
  const own = data.flatMap(({ facts }) => facts?.notes ?? [])
  const suggested = new Set([...own, ...Object.values(NOTE_GROUPS).flat()])
  const change = (at: number, text: string) =>
    onChange({ notes: notes.map((note, index) => (index === at ? text : note)) })
  return (
    <fieldset className="facts-part">
      <legend>{words.notes}</legend>
      <p className="small">{words.notesHint}</p>
      <div className="facts-row">
        {notes.map((note, index) => (
          <TextField
            // A note has no id. Its place stays the same while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={words.note(index + 1)}
            list={list}
            maxLength={WORD_LENGTH}
            autoComplete="off"
            value={note}
            error={problemOf('notes')}
            onChange={({ currentTarget }) => change(index, currentTarget.value)}
          />
        ))}
      </div>
      <datalist id={list}>
        {[...suggested].map((note) => (
          <option key={note} value={note}>
            {note}
          </option>
        ))}
      </datalist>
      {notes.length < MAX_NOTES && (
        <Button tone="quiet" onClick={() => onChange({ notes: [...notes, ''] })}>
          {words.addNote}
        </Button>
      )}
    </fieldset>
  )
}
