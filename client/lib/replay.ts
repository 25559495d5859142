/**
 * Holds back clicks on buttons and form submits until the page can handle them. `release` ends this and repeats what
 * was held back. A button or form that was used several times is clicked or submitted only once.
 */
export function createReplay(root: Document): { release: () => void } {
  const kept = new Map<Element, () => void>()
  root.addEventListener('click', keepClick, true)
  root.addEventListener('submit', keepSubmit, true)

  return {
    release() {
      root.removeEventListener('click', keepClick, true)
      root.removeEventListener('submit', keepSubmit, true)
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
}

function hold(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
