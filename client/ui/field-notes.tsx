/** What every field of a form has besides its control. */
export type Labelled = { label: string; error?: string | undefined; hint?: string | undefined }

/** The attributes that tie a control to its label (`htmlFor` the same `id`) and to its `FieldNotes`. */
export function described(id: string, error: string | undefined, hint: string | undefined) {
  const notes = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined }
}

/** The hint of a field, and its error in red. */
export function FieldNotes({ id, error, hint }: Omit<Labelled, 'label'> & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
    </>
  )
}
