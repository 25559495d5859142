import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '#client/lib/api.ts'
import type { Photo } from '#client/media/photo.ts'
import { preparePicture } from '#client/media/prepare-picture.ts'
import { words } from '#client/media/texts.ts'
import { uploadPicture } from '#client/media/upload-picture.ts'
import { showError } from '#client/ui/toasts.tsx'
import { specTexts } from '../manage/texts.ts'
import type { EntryFields } from './entry-fields.ts'
import { photoRules } from './field-checks.ts'

/** Registers the picture before the other fields of the form, so that the picture is validated first. */
export function usePictureField({ control, clearErrors, setError }: UseFormReturn<EntryFields>) {
  const { field, fieldState } = useController({ control, name: 'photo', rules: photoRules })
  const reading = useRef(Promise.resolve(true))
  const props = {
    photo: field.value,
    error: fieldState.error?.message,
    onChoose: (photo: Photo) => {
      clearErrors('photo')
      field.onChange(photo)
    },
    onRefuse: (message: string) => setError('photo', { message }),
    onRead: (outcome: Promise<boolean>) => void (reading.current = outcome),
    ref: field.ref,
  }
  /**
   * Waits until the file that was chosen last has been read. Resolves to false if the file was refused. The next call
   * then resolves to true, because the form has kept the earlier picture.
   */
  async function waitForFile(): Promise<boolean> {
    const isRead = await reading.current
    reading.current = Promise.resolve(true)
    return isRead
  }
  return { props, waitForFile }
}

/**
 * Returns a function `upload`, which uploads the picture of the form unless it was uploaded before. `upload` resolves
 * to the picture's URL, or shows an error and resolves to null. If the session has ended, `upload` rejects with
 * `ApiError` instead. `progress` is the uploaded share from 0 to 1, or null if no upload is in flight.
 */
export function usePictureUpload({ getValues, setValue, setError }: UseFormReturn<EntryFields>) {
  const [progress, setProgress] = useState<number | null>(null)

  async function upload(photo: Photo): Promise<string | null> {
    if (photo.address || !photo.file) return photo.address
    setProgress(0)
    try {
      const address = await uploadPicture(await preparePicture(photo.file, photo.cut), setProgress)
      // During the upload the admin may have chosen another picture, or another way to crop it. The URL is then not
      // stored, because it belongs to the earlier choice.
      const now = getValues('photo')
      if (now?.file === photo.file && now.cut === photo.cut) setValue('photo', { ...photo, address })
      return address
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-signed-in') throw error
      showError(specTexts.addPhoto)
      const message = error instanceof ApiError ? errorText(error) : words.notPrepared
      setError('photo', { message }, { shouldFocus: true })
      return null
    } finally {
      setProgress(null)
    }
  }

  return { progress, upload }
}
