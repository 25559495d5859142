/** Puts the focus into the first field of a form. */
export function focusStart(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.focus()
}
