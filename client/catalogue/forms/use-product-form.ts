import { useRef, useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { errorText, isRefusal } from '#client/lib/api.ts'
import type { Photo } from '#client/media/photo.ts'
import { words } from '../manage/texts.ts'
import { readDraft, withDraft } from './draft.ts'
import type { Product, ProductFields } from './product-fields.ts'
import { photoRules } from './rules.ts'
import { fieldErrors } from './server-errors.ts'
import type { FieldName, FieldNames } from './server-errors.ts'
import { useDraft } from './use-draft.ts'
import { usePhotoUpload } from './use-photo-upload.ts'

export type ProductPlan = {
  /** The form before anything is typed: empty, or an entry to be edited. */
  untouched: ProductFields
  /** Fills the fields that a draft has left empty. */
  chosen: Partial<ProductFields>
  draftKey: string
  fieldNames: FieldNames
  /** Sends the product; answers whether the shop acknowledged it. Throws `ApiError`. */
  save: (product: Product) => Promise<boolean>
  /** Called once it is saved, when the form is as before anything was typed. */
  onSaved: (product: Product, form: HTMLFormElement) => void
}

/**
 * A product's form: checks on submit, then on change. The picture goes first, and only once; only when the shop has
 * it the product is sent. What was typed and chosen stays until it is saved.
 */
export function useProductForm({
  untouched: given,
  chosen,
  draftKey,
  fieldNames,
  save,
  onSaved,
}: ProductPlan) {
  const [untouched] = useState(given)
  const [before] = useState(() => readDraft(draftKey))
  const [failure, setFailure] = useState<string | null>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const form = useForm<ProductFields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    defaultValues: before ? completed(withDraft(untouched, draftKey, before), chosen) : untouched,
  })
  const { photo, read } = usePhotoField(form)
  const { draft, startAfresh, isChanged } = useDraft(form, { key: draftKey, untouched, before })
  const { progress, upload } = usePhotoUpload(form)

  async function submit({ photo: picked, ...typed }: ProductFields, event?: BaseSyntheticEvent) {
    setFailure(null)
    const img = picked && (await attempt(() => upload(picked)))
    if (img === null) return
    const product = { ...typed, img }
    const acknowledged = await attempt(() => save(product), words.perhapsSaved)
    if (acknowledged === false) setFailure(words.notSaved(words.notAcknowledged))
    if (!acknowledged) return
    startAfresh()
    onSaved(product, event?.target)
  }

  /** Waits for a picture that was just chosen: reading a large one takes a moment, and the entry is saved with it. */
  async function submitWhenRead(event: BaseSyntheticEvent) {
    event.preventDefault()
    if (isWaiting) return
    setIsWaiting(true)
    const isRead = await read()
    setIsWaiting(false)
    if (isRead) await form.handleSubmit(submit)(event)
  }

  /**
   * Null when it failed, which is told in the words of `inDoubt` where it may be done all the same; what the shop objects
   * to in a field stands under that field.
   */
  async function attempt<T>(act: () => Promise<T>, inDoubt = words.notSaved): Promise<T | null> {
    try {
      return await act()
    } catch (error) {
      for (const [name, message] of fieldErrors(error, fieldNames)) object(name, message)
      const tell = isRefusal(error) ? words.notSaved : inDoubt
      setFailure(tell(errorText(error)))
      return null
    }
  }

  function object(name: FieldName, message: string) {
    // A picture that the shop no longer has must go again.
    if (name === 'photo') form.setValue('photo', forgotten(form.getValues('photo')))
    form.setError(name, { message }, { shouldFocus: true })
  }

  const isBusy = isWaiting || form.formState.isSubmitting
  return { form, photo, progress, failure, draft, startAfresh, isChanged, isBusy, submit: submitWhenRead }
}

/** The picture as a field of the form, checked before the others. */
function usePhotoField({ control, clearErrors, setError }: UseFormReturn<ProductFields>) {
  const { field, fieldState } = useController({ control, name: 'photo', rules: photoRules })
  const reading = useRef(Promise.resolve(true))
  const photo = {
    photo: field.value,
    error: fieldState.error?.message,
    onChoose: (chosen: Photo) => {
      clearErrors('photo')
      field.onChange(chosen)
    },
    onRefuse: (message: string) => setError('photo', { message }),
    onRead: (outcome: Promise<boolean>) => void (reading.current = outcome),
    ref: field.ref,
  }
  /** Resolves when the file chosen last was read: false if it was refused since the last call. */
  async function read(): Promise<boolean> {
    const isRead = await reading.current
    reading.current = Promise.resolve(true)
    return isRead
  }
  return { photo, read }
}

function completed(fields: ProductFields, { name = '', brand = '' }: Partial<ProductFields>): ProductFields {
  return { ...fields, name: fields.name || name, brand: fields.brand || brand }
}

export type ProductFormState = ReturnType<typeof useProductForm>

function forgotten(photo: Photo | null): Photo | null {
  return photo?.file ? { ...photo, address: null } : null
}
