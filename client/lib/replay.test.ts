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

class FakeSelect extends FakeElement {
  value = ''
  readonly told: string[] = []
  dispatchEvent = ({ type, bubbles }: Event) => this.told.push(`${type} ${bubbles} ${this.value}`)
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLSelectElement', FakeSelect)
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

test('an early choice in a select box is repeated once, with its last value', () => {
  const { replay, fire } = makePage()
  const [select, button] = [new FakeSelect(), new FakeElement()]
  for (const value of ['Filter', 'Espresso']) {
    select.value = value
    fire('change', select)
  }
  fire('click', button)
  // The hydration may set the value that the server has rendered.
  select.value = 'Whole beans'
  replay.release()
  expect(select.told).toEqual(['change true Espresso'])
  expect(button.click).toHaveBeenCalledTimes(1)
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
