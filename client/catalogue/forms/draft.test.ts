import { beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { publishSignOut } from '#client/lib/on-sign-out.ts'
import { storedPhoto } from '#client/media/photo.ts'
import * as drafts from './draft.ts'
import { brandFields, NO_FIELDS } from './product-fields.ts'

const { draftKey, draftMarks, dropDraft, keepDraft, readDraft } = drafts
const key = draftKey('ada@coffee.example', 'brand')
const typed = { ...NO_FIELDS, name: 'Northfold', ratting: '4' }
const file = new File(['x'], 'a.png')

beforeEach(() => {
  vi.stubGlobal('sessionStorage', makeStorage())
})

test('what was typed is there after a reload, until it is dropped', () => {
  keepDraft(key, typed, NO_FIELDS)
  expect(restored(NO_FIELDS)).toEqual(typed)
  dropDraft(key)
  expect(readDraft(key)).toBeNull()
})

test('a form that is left and opened again in the same page still has its picture', () => {
  const photo = { file, preview: 'data:,', address: null }
  keepDraft(key, { ...typed, photo }, NO_FIELDS)
  expect(readDraft(key)?.photoLost).toBe(false)
  expect(restored(NO_FIELDS).photo).toBe(photo)
  dropDraft(key)
  keepDraft(key, typed, NO_FIELDS)
  expect(restored(NO_FIELDS).photo).toBeNull()
})

test('the marks of a draft change with its text, its picture and how that is cut, and not otherwise', () => {
  const photo = { file, preview: 'data:,', address: null }
  const states = [
    { ...typed, photo },
    { ...typed, name: 'Southfold', photo },
    { ...typed, photo: { ...photo, file: new File(['y'], 'a.png') } },
    { ...typed, photo: { ...photo, cut: 'whole' as const } },
    { ...typed, photo: null },
  ]
  const marks = states.map((state) => {
    keepDraft(key, state, NO_FIELDS)
    expect(draftMarks(key)).toEqual(draftMarks(key))
    return draftMarks(key)
  })
  const differs = (a: unknown[], b: unknown[]) => a.some((mark, index) => mark !== b[index])
  expect(marks.map((mark) => marks.filter((other) => differs(mark, other)).length)).toEqual([4, 4, 4, 4, 4])
  keepDraft(key, { ...typed, photo: { ...photo } }, NO_FIELDS)
  expect(differs(draftMarks(key), marks[0] ?? [])).toBe(false)
})

test('whoever signs out leaves no picture in the page', () => {
  keepDraft(key, { ...typed, photo: { file, preview: 'data:,', address: null } }, NO_FIELDS)
  publishSignOut()
  expect(readDraft(key)?.photoLost).toBe(true)
  expect(restored(NO_FIELDS).photo).toBeNull()
})

test('a picture that had been uploaded needs no second upload', async () => {
  keepDraft(key, { ...typed, photo: { file, preview: 'data:,', address: '/a.webp' } }, NO_FIELDS)
  const reloaded = await reload()
  expect(reloaded.readDraft(key)?.photoLost).toBe(false)
  expect(restored(NO_FIELDS, reloaded).photo).toEqual(storedPhoto('/a.webp'))
})

test('a picture that only the page knew has to be chosen again after a reload', async () => {
  keepDraft(key, { ...typed, photo: { file, preview: 'data:,', address: null } }, NO_FIELDS)
  const reloaded = await reload()
  expect(reloaded.readDraft(key)?.photoLost).toBe(true)
  expect(restored(NO_FIELDS, reloaded).photo).toBeNull()
})

test('an edited entry keeps its picture when the new one is lost', async () => {
  const untouched = brandFields({
    img: '/old.webp',
    category_name: 'Northfold',
    ratting: 4,
    email: 'ada@coffee.example',
  })
  keepDraft(key, { ...untouched, photo: { file, preview: 'data:,', address: null } }, untouched)
  expect(restored(untouched, await reload())).toEqual(untouched)
})

test('a form that is as it was leaves no draft', () => {
  keepDraft(key, typed, NO_FIELDS)
  keepDraft(key, NO_FIELDS, NO_FIELDS)
  expect(readDraft(key)).toBeNull()
})

test('drafts of other people, forms and entries are others', () => {
  const keys = [
    key,
    draftKey('bob@coffee.example', 'brand'),
    draftKey('ada@coffee.example', 'coffee'),
    draftKey('ada@coffee.example', 'brand', '7'),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('a browser that keeps nothing, or something else, disturbs nobody', () => {
  sessionStorage.setItem(key, '{')
  expect(readDraft(key)).toBeNull()
  const refuse = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(readDraft(key)).toBeNull()
  keepDraft(key, typed, NO_FIELDS)
  dropDraft(key)
})

/** The module as a page that has just loaded has it. */
function reload(): Promise<typeof drafts> {
  vi.resetModules()
  return import('./draft.ts')
}

function restored(untouched: typeof NO_FIELDS, module = drafts) {
  const draft = module.readDraft(key)
  return draft ? module.withDraft(untouched, key, draft) : untouched
}
