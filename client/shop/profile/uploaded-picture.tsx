import { useEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { SitePicture } from '#client/home/profile-picture.tsx'
import { ApiError, errorText } from '#client/lib/api.ts'
import { storedPhoto } from '#client/media/photo.ts'
import type { Photo } from '#client/media/photo.ts'
import { PictureField } from '#client/media/picture-field.tsx'
import { preparePicture } from '#client/media/prepare-picture.ts'
import { words as mediaWords } from '#client/media/texts.ts'
import { uploadPicture } from '#client/media/upload-picture.ts'
import { RemoveButton } from '#client/ui/settings-form/section.tsx'
import type { ProfileFields } from './profile-fields.ts'
import { words } from './texts.ts'
import type { Uploads } from './use-profile-form.ts'

type PicturePath =
  | 'logo'
  | `${'hero' | 'story' | 'notice'}.picture`
  | `${'testimonials' | 'home'}.${number}.picture`

type UploadedPictureProps = {
  label: string
  name: PicturePath & FieldPath<ProfileFields>
  form: UseFormReturn<ProfileFields>
  uploads: Uploads
  /** Whether the picture must not be cropped. */
  isWhole?: boolean
}

/**
 * A field for a picture of the profile. A chosen picture is uploaded at once, so that the preview shows it, and the field
 * then has its address.
 */
export function UploadedPicture({ label, name, form, uploads, isWhole = false }: UploadedPictureProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const { value, onChange, ref } = field
  const { photo, progress, problem, choose, refuse, clear } = useUpload(field)
  const site = SITE.exec(value)?.[1]
  const isStored = value !== '' && site === undefined
  return (
    <div className="grid gap-1">
      <PictureField
        label={label}
        photo={photo ?? (isStored ? storedPhoto(value) : null)}
        otherwise={site === undefined ? undefined : <DemoPicture name={site} />}
        error={problem ?? fieldState.error?.message}
        progress={progress}
        onChoose={({ cut, ...chosen }) => uploads.add(choose(isWhole || !cut ? chosen : { ...chosen, cut }))}
        onRefuse={refuse}
        onRead={(reading) => uploads.add(reading)}
        ref={ref}
      />
      {value !== '' && (
        <RemoveButton
          onClick={() => {
            clear()
            onChange('')
          }}
        >
          {words.removePicture(label)}
        </RemoveButton>
      )}
    </div>
  )
}

/** A picture that comes with the program has this address. */
const SITE = /^site:(.+)$/

function DemoPicture({ name }: { name: string }) {
  return (
    <span className="picture aspect-square">
      <SitePicture name={name} alt={words.demoPicture} sizes="24rem" width={800} height={800} />
    </span>
  )
}

/**
 * Returns the state of an upload and the function that begins one. `onChange` is called with the address of the picture,
 * unless the admin has chosen another one or removed the field in the meantime.
 */
function useUpload({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const latest = useRef<Photo>(null)
  // The name of the field changes when its section moves, and an upload must not end in the section that is there then.
  const change = useRef<typeof onChange>(null)
  useEffect(() => {
    change.current = onChange
    return () => void (change.current = null)
  }, [onChange])

  async function choose(chosen: Photo): Promise<void> {
    if (!chosen.file) return
    latest.current = chosen
    setPhoto(chosen)
    setProblem(undefined)
    setProgress(0)
    try {
      const address = await uploadPicture(await preparePicture(chosen.file, chosen.cut), (share) => {
        if (latest.current === chosen) setProgress(share)
      })
      if (latest.current !== chosen) return
      setPhoto({ ...chosen, address })
      change.current?.(address)
    } catch (error) {
      if (latest.current !== chosen) return
      setPhoto(null)
      setProblem(error instanceof ApiError ? errorText(error) : mediaWords.notPrepared)
    } finally {
      if (latest.current === chosen) setProgress(null)
    }
  }

  function clear() {
    latest.current = null
    setPhoto(null)
    setProgress(null)
    setProblem(undefined)
  }

  // The form has another picture after the draft was discarded.
  const shown = photo && [null, value].includes(photo.address) ? photo : null
  return { photo: shown, progress, problem, choose, refuse: setProblem, clear }
}
