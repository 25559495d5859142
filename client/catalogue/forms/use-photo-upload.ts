import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '#client/lib/api.ts'
import type { Photo } from '#client/media/photo.ts'
import { preparePicture } from '#client/media/prepare-picture.ts'
import { words } from '#client/media/texts.ts'
import { uploadPicture } from '#client/media/upload-picture.ts'
import { showError } from '#client/ui/toasts.tsx'
import { texts } from '../manage/texts.ts'
import type { ProductFields } from './product-fields.ts'

/**
 * Puts the form's picture into the shop, once: `upload` answers its address, or null when it did not get there and
 * that has been told. Throws `ApiError` for somebody who is signed in no more: that is not about the picture.
 * `progress` is how much has gone, from 0 to 1, null while nothing is on its way.
 */
export function usePhotoUpload({ getValues, setValue, setError }: UseFormReturn<ProductFields>) {
  const [progress, setProgress] = useState<number | null>(null)

  async function upload(photo: Photo): Promise<string | null> {
    if (photo.address || !photo.file) return photo.address
    setProgress(0)
    try {
      const address = await uploadPicture(await preparePicture(photo.file, photo.cut), setProgress)
      // Another picture, or another cut of it, may have been chosen during the upload.
      const now = getValues('photo')
      if (now?.file === photo.file && now.cut === photo.cut) setValue('photo', { ...photo, address })
      return address
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-signed-in') throw error
      showError(texts.addPhoto)
      setError(
        'photo',
        { message: error instanceof ApiError ? errorText(error) : words.notPrepared },
        { shouldFocus: true },
      )
      return null
    } finally {
      setProgress(null)
    }
  }

  return { progress, upload }
}
