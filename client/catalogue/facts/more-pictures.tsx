import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { ApiError, errorText } from '#client/lib/api.ts'
import { CHOOSABLE, fileProblem } from '#client/media/photo.ts'
import { preparePicture } from '#client/media/prepare-picture.ts'
import { words as mediaWords } from '#client/media/texts.ts'
import { uploadPicture } from '#client/media/upload-picture.ts'
import { described, FieldNotes } from '#client/ui/fields.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { MAX_MORE_PICTURES } from '#contract/values/facts/choices.ts'
import type { EntryFormState } from '../forms/use-entry-form.ts'
import { words } from './texts.ts'

/** The pictures of a product besides its first one. A picture is uploaded as soon as it is chosen. */
export function MorePictures({ state }: { state: EntryFormState }) {
  const id = useId()
  const { pictures, error, isUploading, add, remove } = usePictures(state)
  return (
    <fieldset className="facts-part">
      <legend>{words.pictures}</legend>
      <ul className="more-pictures">
        {pictures.map((address, index) => (
          <li key={address}>
            <Picture src={address} alt={words.picture(index + 1)} sizes="8rem" />
            <button type="button" className="link small" onClick={() => remove(address)}>
              {words.removePicture(index + 1)}
            </button>
          </li>
        ))}
      </ul>
      {pictures.length < MAX_MORE_PICTURES && (
        <div className="field">
          <label htmlFor={id}>{words.picture(pictures.length + 1)}</label>
          <input
            type="file"
            accept={CHOOSABLE}
            disabled={isUploading}
            {...described(id, error, words.picturesHint(MAX_MORE_PICTURES))}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              currentTarget.value = ''
              if (file) void add(file)
            }}
          />
          <FieldNotes id={id} error={error} hint={words.picturesHint(MAX_MORE_PICTURES)} />
        </div>
      )}
      <p role="status" className="small">
        {isUploading && words.uploading}
      </p>
    </fieldset>
  )
}

function usePictures({ control, getValues }: EntryFormState) {
  const [isUploading, setIsUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const uploads = useRef(false)
  const { field, fieldState } = useController({
    control,
    name: 'pictures',
    rules: { validate: () => !uploads.current || words.stillUploading },
  })

  async function add(file: File) {
    setProblem(fileProblem(file))
    if (fileProblem(file)) return
    setUploading(true)
    try {
      const address = await uploadPicture(await preparePicture(file, 'crop'), () => undefined)
      // A picture may have been removed during the upload.
      field.onChange([...new Set([...getValues('pictures'), address])])
    } catch (error) {
      setProblem(error instanceof ApiError ? errorText(error) : mediaWords.notPrepared)
    } finally {
      setUploading(false)
    }
  }

  function setUploading(is: boolean) {
    uploads.current = is
    setIsUploading(is)
  }

  const remove = (address: string) => field.onChange(field.value.filter((other) => other !== address))
  return { pictures: field.value, error: problem ?? fieldState.error?.message, isUploading, add, remove }
}
