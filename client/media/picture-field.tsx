import { useId, useRef, useState } from 'react'
import type { ChangeEvent, ReactNode, Ref } from 'react'
import { described, FieldNotes } from '#client/ui/fields.tsx'
import { Icon, Picture } from '#client/ui/picture.tsx'
import './media.css'
import { CHOOSABLE, fileProblem, sizeText, unreadable } from './photo.ts'
import type { Cut, Photo } from './photo.ts'
import { decode, draw, encode } from './prepare-picture.ts'
import { words } from './texts.ts'

type ChooserCallbacks = {
  onChoose: (photo: Photo) => void
  /**
   * Called with an error message if the chosen file is refused. The form keeps the picture that was chosen before.
   */
  onRefuse: (problem: string) => void
  /** Called when the user has chosen a file. The promise resolves to true if the file could be read as a picture. */
  onRead: (reading: Promise<boolean>) => void
}

type PictureFieldProps = ChooserCallbacks & {
  label: string
  photo: Photo | null
  /** What is shown without a `photo`, instead of the invitation to choose one. */
  otherwise?: ReactNode
  error: string | undefined
  /** The uploaded share of the picture from 0 to 1, or null if no upload is in flight. */
  progress: number | null
  ref: Ref<HTMLInputElement>
}

/**
 * A form field for a picture, which the user can choose or drop on the field. The picture is shown in a square, as on
 * the cards of the shop.
 */
export function PictureField(props: PictureFieldProps) {
  const { label, photo, otherwise, error, progress, ref, ...callbacks } = props
  const id = useId()
  const { over, handlers } = useChooser(callbacks)
  const picture = photo ? <Preview photo={photo} /> : otherwise
  return (
    <div className="field picture-field">
      <label htmlFor={id}>{label}</label>
      <div className="picture-drop" data-over={over || undefined} data-cut={photo?.cut}>
        {picture ?? <Invitation isMissing={error !== undefined} />}
        <input
          type="file"
          accept={CHOOSABLE}
          title={picture ? words.another : words.choose}
          ref={ref}
          {...handlers}
          {...described(id, error, words.hint)}
        />
      </div>
      <p className="small wrap-anywhere empty:hidden" role="status">
        {photo && captionOf(photo)}
      </p>
      {photo?.cut && (
        <CutField cut={photo.cut} onCut={(cut) => callbacks.onChoose({ ...photo, cut, address: null })} />
      )}
      {progress !== null && <UploadBar share={progress} />}
      <FieldNotes id={id} error={error} hint={words.hint} />
    </div>
  )
}

function Preview({ photo: { file, preview } }: { photo: Photo }) {
  return (
    <>
      {file ? <img src={preview} alt="" /> : <Picture src={preview} alt="" sizes="24rem" />}
      <span className="picture-another" aria-hidden="true">
        {words.another}
      </span>
    </>
  )
}

function Invitation({ isMissing }: { isMissing: boolean }) {
  return (
    <span className="picture-invitation" aria-hidden="true">
      <Icon path="M6 12h36v26H6zM6 32l11-11 9 9 6-6 10 10M32 19.5v.1" viewBox="0 0 48 48" className="w-14" />
      {isMissing ? words.missing : words.choose}
    </span>
  )
}

function captionOf({ file, address }: Photo): string {
  if (!file) return words.kept
  return address ? words.uploaded(file.name) : words.chosen(file.name, sizeText(file.size))
}

const CUTS = [
  { cut: 'crop', text: words.crop },
  { cut: 'whole', text: words.whole },
] as const

/** Asks how a picture that is not square is fitted into a square. The preview shows the result. */
function CutField({ cut, onCut }: { cut: Cut; onCut: (cut: Cut) => void }) {
  const name = useId()
  return (
    <fieldset className="picture-cut cluster small">
      <legend>{words.notSquare}</legend>
      {CUTS.map((choice) => (
        <label key={choice.cut} className="icon-text">
          <input type="radio" name={name} checked={choice.cut === cut} onChange={() => onCut(choice.cut)} />
          {choice.text}
        </label>
      ))}
    </fieldset>
  )
}

/**
 * The progress bar of an upload. When all bytes have been sent, its text says that the server is still processing the
 * picture.
 */
function UploadBar({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  const text = share < 1 ? words.uploading : words.settling
  return (
    <div className="grid gap-1 small">
      <span aria-hidden="true">
        {text} <span className="tabular-nums">{percent} %</span>
      </span>
      <progress className="w-full accent-primary" max={100} value={percent} aria-label={text} />
    </div>
  )
}

/**
 * Returns the event handlers of a file input. They read the file that the user has chosen or dropped, and call
 * `onChoose` with the picture or `onRefuse` with an error message. If the user chooses another file while the first
 * file is being read, the first file is ignored. `over` is true while a file is dragged over the input.
 */
function useChooser({ onChoose, onRefuse, onRead }: ChooserCallbacks) {
  const [over, setOver] = useState(false)
  const latest = useRef<File>(null)

  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const file = input.files?.[0]
    if (!file) return
    latest.current = file
    // Clears the input. Otherwise the browser would fire no `change` event if the user chooses the same file again.
    input.value = ''
    onRead(read(file))
  }

  async function read(file: File): Promise<boolean> {
    const result = await readPhoto(file)
    const isPhoto = typeof result !== 'string'
    if (latest.current !== file) return isPhoto
    if (isPhoto) onChoose(result)
    else onRefuse(result)
    return isPhoto
  }

  const handlers = {
    onChange: change,
    onDragEnter: () => setOver(true),
    onDragLeave: () => setOver(false),
    onDrop: () => setOver(false),
  }
  return { over, handlers }
}

/**
 * The longest side of a preview, in pixels. The preview is sharp on a screen with two physical pixels per CSS pixel,
 * too.
 */
const PREVIEW_SIDE = 960

/**
 * Reads a chosen file. Resolves to the picture with its preview, or to an error message. The preview is a data URL,
 * because the content security policy does not allow `blob:` URLs.
 */
async function readPhoto(file: File): Promise<Photo | string> {
  const problem = fileProblem(file)
  if (problem) return problem
  try {
    const picture = await decode(file)
    const { width, height } = picture
    const small = draw(picture, { x: 0, y: 0, width, height }, PREVIEW_SIDE)
    picture.close()
    const preview = await dataUrl(await encode(small, 0.8))
    return { file, preview, address: null, ...(width !== height && { cut: 'crop' }) }
  } catch {
    return unreadable(file)
  }
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
