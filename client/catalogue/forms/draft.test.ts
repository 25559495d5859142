import { beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '#client/identity/test-fixtures.ts'
import { publishSignOut } from '#client/lib/on-sign-out.ts'
import { storedPhoto } from '#client/media/photo.ts'
import * as drafts from './draft.ts'
import { brandFields, NO_FIELDS } from './entry-fields.ts'

const { draftKey, deleteDraft, saveDraft, readDraft } = drafts
const key = draftKey('ada@coffee.example', 'brand')
const typed = { ...NO_FIELDS, name: 'Northfold', ratting: '4' }
const file = new File(['x'], 'a.png')

beforeEach(() => {
  vi.stubGlobal('sessionStorage', makeStorage())
})

test('a draft is there after a reload, until it is deleted', () => {
  saveDraft(key, typed, NO_FIELDS)
  expect(restored(NO_FIELDS)).toEqual(typed)
  deleteDraft(key)
  expect(readDraft(key)).toBeNull()
})

test('a form that is left and opened again without a reload still has its picture', () => {
  const photo = { file, preview: 'data:,', address: null }
  saveDraft(key, { ...typed, photo }, NO_FIELDS)
  expect(readDraft(key)?.photoLost).toBe(false)
  expect(restored(NO_FIELDS).photo).toBe(photo)
  deleteDraft(key)
  saveDraft(key, typed, NO_FIELDS)
  expect(restored(NO_FIELDS).photo).toBeNull()
})

test('signing out deletes the pictures of drafts', () => {
  saveDraft(key, { ...typed, photo: { file, preview: 'data:,', address: null } }, NO_FIELDS)
  publishSignOut()
  expect(readDraft(key)?.photoLost).toBe(true)
  expect(restored(NO_FIELDS).photo).toBeNull()
})

test('a picture that was uploaded is restored with its address', async () => {
  saveDraft(key, { ...typed, photo: { file, preview: 'data:,', address: '/a.webp' } }, NO_FIELDS)
  const reloaded = await reload()
  expect(reloaded.readDraft(key)?.photoLost).toBe(false)
  expect(restored(NO_FIELDS, reloaded).photo).toEqual(storedPhoto('/a.webp'))
})

test('a picture that was not uploaded is lost after a reload', async () => {
  saveDraft(key, { ...typed, photo: { file, preview: 'data:,', address: null } }, NO_FIELDS)
  const reloaded = await reload()
  expect(reloaded.readDraft(key)?.photoLost).toBe(true)
  expect(restored(NO_FIELDS, reloaded).photo).toBeNull()
})

test('a form that edits an entry shows the entry’s picture if the new one is lost', async () => {
  const untouched = brandFields({
    img: '/old.webp',
    category_name: 'Northfold',
    ratting: 4,
    email: 'ada@coffee.example',
  })
  saveDraft(key, { ...untouched, photo: { file, preview: 'data:,', address: null } }, untouched)
  expect(restored(untouched, await reload())).toEqual(untouched)
})

test('a form with its initial values has no draft', () => {
  saveDraft(key, typed, NO_FIELDS)
  saveDraft(key, NO_FIELDS, NO_FIELDS)
  expect(readDraft(key)).toBeNull()
})

test('every user, form and entry has its own draft', () => {
  const keys = [
    key,
    draftKey('bob@coffee.example', 'brand'),
    draftKey('ada@coffee.example', 'coffee'),
    draftKey('ada@coffee.example', 'brand', '7'),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('a browser without storage, or with an unreadable draft, causes no error', () => {
  sessionStorage.setItem(key, '{')
  expect(readDraft(key)).toBeNull()
  const refuse = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(readDraft(key)).toBeNull()
  saveDraft(key, typed, NO_FIELDS)
  deleteDraft(key)
})

/** Imports the module again, so that its variables are empty, as after a reload of the page. */
function reload(): Promise<typeof drafts> {
  vi.resetModules()
  return import('./draft.ts')
}

function restored(untouched: typeof NO_FIELDS, module = drafts) {
  const draft = module.readDraft(key)
  return draft ? module.withDraft(untouched, key, draft) : untouched
}
