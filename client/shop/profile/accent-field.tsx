import { useController } from 'react-hook-form'
import type { Control } from 'react-hook-form'
import { TextField } from '#client/ui/fields.tsx'
import { isReadable, nearestReadable } from '#contract/values/contrast.ts'
import { LinkButton } from '#client/ui/settings-form/section.tsx'
import { colourOf } from './profile-fields.ts'
import type { ProfileFields } from './profile-fields.ts'
import { words } from './texts.ts'

/** The accent colour as text, with the colour picker of the browser beside it. */
export function AccentField({ control }: { control: Control<ProfileFields> }) {
  const { field, fieldState } = useController({ control, name: 'accent', rules: { validate: accentProblem } })
  const colour = colourOf(field.value)
  const isColour = COLOUR.test(colour)
  const isTooLight = isColour && !isReadable(colour)
  return (
    <div className="settings-accent">
      <TextField
        label={words.accent}
        hint={words.accentHint}
        error={isTooLight ? words.tooLight : fieldState.error?.message}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        {...field}
      />
      <input
        type="color"
        aria-label={words.accentPicker}
        value={isColour ? colour : DESIGN}
        onChange={({ target }) => field.onChange(target.value)}
      />
      {isTooLight && (
        <LinkButton onClick={() => field.onChange(nearestReadable(colour))}>
          {words.nearest(nearestReadable(colour))}
        </LinkButton>
      )}
    </div>
  )
}

const COLOUR = /^#[0-9a-f]{6}$/

/** The colour of the light theme, with which the colour picker begins. */
const DESIGN = '#944a1b'

/** Returns true for a colour that can be used and for an empty text, otherwise what is wrong. */
function accentProblem(typed: string): true | string {
  const colour = colourOf(typed)
  if (colour === '') return true
  if (!COLOUR.test(colour)) return words.notColour
  return isReadable(colour) || words.tooLight
}
