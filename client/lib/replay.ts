/**
 * Holds back clicks on buttons and form submits until the page can handle them. `release` ends this and repeats what
 * was held back. A button or form that was used several times is clicked or submitted only once. What was chosen in a
 * select box is also repeated, because React has not noticed it: the page would go on with the option before.
 */
export function createReplay(root: Document): { release: () => void } {
  const kept = new Map<Element, () => void>()
  root.addEventListener('click', keepClick, true)
  root.addEventListener('submit', keepSubmit, true)
  root.addEventListener('change', keepChoice, true)

  return {
    release() {
      root.removeEventListener('click', keepClick, true)
      root.removeEventListener('submit', keepSubmit, true)
      root.removeEventListener('change', keepChoice, true)
      for (const again of kept.values()) again()
      kept.clear()
    },
  }

  function keepClick(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    // The browser opens and closes a popover without a script, so clicks on the button of a popover are not held
    // back.
    if (!button || button.hasAttribute('popovertarget')) return
    hold(event)
    kept.set(button, () => button.click())
  }

  function keepSubmit(event: SubmitEvent): void {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    hold(event)
    kept.set(form, () => form.requestSubmit(event.submitter))
  }

  function keepChoice({ target }: Event): void {
    if (!(target instanceof HTMLSelectElement)) return
    const { value } = target
    kept.set(target, () => {
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
}

function hold(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
