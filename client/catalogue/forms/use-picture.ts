import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '#client/lib/api.ts'
import type { Photo } from '#client/media/photo.ts'
import { preparePicture } from '#client/media/prepare-picture.ts'
import { words } from '#client/media/texts.ts'
import { uploadPicture } from '#client/media/upload-picture.ts'
import { showError } from '#client/ui/toasts.tsx'
import type { EntryFields } from '../entries/entry-kind.ts'
import { texts } from '../manage/texts.ts'
import { photoRules } from './field-checks.ts'

/** Registers the picture as the first field of the form, so that it is checked before the others. */
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
  /** Waits for the file that was chosen last. Resolves to false if it was refused since the last call. */
  async function waitForFile(): Promise<boolean> {
    const isRead = await reading.current
    reading.current = Promise.resolve(true)
    return isRead
  }
  return { props, waitForFile }
}

/**
 * Uploads the picture of the form, once. `upload` resolves to the address of the picture, or to null if the upload
 * failed and the error is shown. It throws `ApiError` if the session has ended, because that is not about the
 * picture. `progress` is the uploaded share from 0 to 1, or null while no upload is in flight.
 */
export function usePictureUpload({ getValues, setValue, setError }: UseFormReturn<EntryFields>) {
  const [progress, setProgress] = useState<number | null>(null)

  async function upload(photo: Photo): Promise<string | null> {
    if (photo.address || !photo.file) return photo.address
    setProgress(0)
    try {
      const address = await uploadPicture(await preparePicture(photo.file, photo.cut), setProgress)
      // The admin may have chosen another picture, or another cut of it, during the upload.
      const now = getValues('photo')
      if (now?.file === photo.file && now.cut === photo.cut) setValue('photo', { ...photo, address })
      return address
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-signed-in') throw error
      showError(texts.addPhoto)
      const message = error instanceof ApiError ? errorText(error) : words.notPrepared
      setError('photo', { message }, { shouldFocus: true })
      return null
    } finally {
      setProgress(null)
    }
  }

  return { progress, upload }
}
