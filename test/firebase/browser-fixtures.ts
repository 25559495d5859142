import { firebaseEnv, startFirebase } from './firebase.ts'
import type { FakeFirebase } from './firebase.ts'
import { test as shopTest } from '../../e2e/shop-fixture.ts'

export { expect } from '../../e2e/shop-fixture.ts'

/**
 * The Playwright `test` function with a separate shop whose accounts are at `firebase`, a replacement of Firebase
 * Authentication. The shop always is a single process: a shop with a public URL refuses the replacement.
 */
export const test = shopTest.extend<object, { firebase: FakeFirebase }>({
  firebase: [
    async ({}, use) => {
      const firebase = await startFirebase()
      await use(firebase)
      await firebase.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ settings, firebase }, use) => use({ ...settings, PUBLIC_URL: '', ...firebaseEnv(firebase) }),
    { scope: 'worker' },
  ],
})
