import { useId } from 'react'
import type { Ref } from 'react'
import { described, FieldNotes } from '#client/ui/fields.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { CutField } from './cut-field.tsx'
import './media.css'
import { CHOOSABLE, sizeText } from './photo.ts'
import type { Photo } from './photo.ts'
import { words } from './texts.ts'
import { UploadBar } from './upload-bar.tsx'
import { useChooser } from './use-chooser.ts'
import type { Choosing } from './use-chooser.ts'

type PictureFieldProps = Choosing & {
  label: string
  photo: Photo | null
  error: string | undefined
  /** How much of the upload has gone, from 0 to 1; null while nothing is being uploaded. */
  progress: number | null
  ref: Ref<HTMLInputElement>
}

/** A picture chosen or dropped, shown in the square of a card; a wrong file is told at once. */
export function PictureField({ label, photo, error, progress, ref, ...choosing }: PictureFieldProps) {
  const id = useId()
  const { over, handlers } = useChooser(choosing)
  return (
    <div className="field picture-field">
      <label htmlFor={id}>{label}</label>
      <div className="picture-drop" data-over={over || undefined} data-cut={photo?.cut}>
        {photo ? <Shown photo={photo} /> : <Invitation />}
        <input
          type="file"
          accept={CHOOSABLE}
          title={photo ? words.another : words.choose}
          ref={ref}
          {...handlers}
          {...described(id, error, words.hint)}
        />
      </div>
      <p className="picture-caption" role="status">
        {photo && captionOf(photo)}
      </p>
      {photo?.cut && (
        <CutField cut={photo.cut} onCut={(cut) => choosing.onChoose({ ...photo, cut, address: null })} />
      )}
      {progress !== null && <UploadBar share={progress} />}
      <FieldNotes id={id} error={error} hint={words.hint} />
    </div>
  )
}

function Shown({ photo: { file, preview } }: { photo: Photo }) {
  return (
    <>
      {file ? <img src={preview} alt="" /> : <Picture src={preview} alt="" sizes="24rem" />}
      <span className="picture-another" aria-hidden="true">
        {words.another}
      </span>
    </>
  )
}

function Invitation() {
  return (
    <span className="picture-invitation" aria-hidden="true">
      <svg viewBox="0 0 48 48">
        <path d="M6 12h36v26H6zM6 32l11-11 9 9 6-6 10 10M32 19.5v.1" />
      </svg>
      {words.choose}
    </span>
  )
}

function captionOf({ file, address }: Photo): string {
  if (!file) return words.kept
  return address ? words.uploaded(file.name) : words.chosen(file.name, sizeText(file.size))
}
