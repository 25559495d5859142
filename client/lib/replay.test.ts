import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReplay } from './replay.ts'

class FakeElement {
  readonly click = vi.fn<() => void>()
  readonly popover: boolean
  constructor(popover = false) {
    this.popover = popover
  }
  closest = (selector: string) => (selector === 'button' ? this : null)
  hasAttribute = (name: string) => name === 'popovertarget' && this.popover
}

class FakeForm extends FakeElement {
  readonly requestSubmit = vi.fn<() => void>()
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLFormElement', FakeForm)
})

afterEach(() => vi.unstubAllGlobals())

test('an early click on a button is held back, and repeated once after the hydration', () => {
  const { replay, fire } = makePage()
  const button = new FakeElement()
  expect(fire('click', button).preventDefault).toHaveBeenCalledTimes(1)
  fire('click', button)
  expect(button.click).not.toHaveBeenCalled()
  replay.release()
  expect(button.click).toHaveBeenCalledTimes(1)
})

test('an early submit never leaves the page', () => {
  const { replay, fire } = makePage()
  const form = new FakeForm()
  expect(fire('submit', form).preventDefault).toHaveBeenCalledTimes(1)
  replay.release()
  expect(form.requestSubmit).toHaveBeenCalledTimes(1)
})

test('a button that opens a popover is left to the browser', () => {
  const { fire } = makePage()
  expect(fire('click', new FakeElement(true)).preventDefault).not.toHaveBeenCalled()
})

test('after the release no event is held back', () => {
  const { replay, fire } = makePage()
  replay.release()
  expect(fire('click', new FakeElement()).preventDefault).not.toHaveBeenCalled()
})

/** A stub of a document that has only event listeners. `fire` sends an event to them. */
function makePage() {
  const listeners = new Map<string, (event: unknown) => void>()
  const root = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  }
  function fire(type: string, target: FakeElement) {
    const event = { target, submitter: null, preventDefault: vi.fn(), stopImmediatePropagation: vi.fn() }
    listeners.get(type)?.(event)
    return event
  }
  // The cast is safe because `createReplay` uses only the two functions that the stub has.
  return { replay: createReplay(root as unknown as Document), fire }
}
