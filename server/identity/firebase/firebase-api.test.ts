import { afterAll, beforeAll, expect, test } from 'vitest'
import { firebaseEnv, PROJECT_ID, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { FirebaseApi } from './firebase-api.ts'

const password = 'coffee123'
let firebase: FakeFirebase
let settings: ConstructorParameters<typeof FirebaseApi>[0]
beforeAll(async () => {
  firebase = await startFirebase()
  const apiKey = String(firebaseEnv(firebase)['FIREBASE_API_KEY'])
  settings = { apiKey, projectId: PROJECT_ID, apiBase: firebase.url }
})
afterAll(() => firebase.close())

test('waits for Firebase only for some time, and names neither the key nor the address in its error', async () => {
  firebase.fault = () => 'silent'
  const signIn = new FirebaseApi(settings, 50).signIn({ email: 'cora@people.example', password })
  const error: unknown = await signIn.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ problem: { code: 'network-request-failed' } })
  expect(String(error)).toMatch(/timeout/)
  expect(String(error)).not.toMatch(/AIza|127\.0\.0\.1/)
})

test('gives the reason of Google for a wrong key', async () => {
  firebase.fault = () => null
  const signIn = new FirebaseApi({ ...settings, apiKey: 'wrong' }).signIn({
    email: 'c@people.example',
    password,
  })
  await expect(signIn).rejects.toMatchObject({ reason: 'API_KEY_INVALID' })
})
