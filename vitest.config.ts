import { defineConfig } from 'vitest/config'

/**
 * Files that need a process of their own: they replace modules, use real password hashes, change what belongs to the
 * whole process, or count its memory, handles or time.
 */
const ISOLATED = [
  'client/catalogue/entries/delete-entry.test.ts',
  'client/messages/send-message.test.ts',
  'server/identity/passwords.test.ts',
  'server/identity/session-hashing.test.ts',
  'server/media/delete-orphans.test.ts',
  'server/media/image-store.test.ts',
  'server/media/places.test.ts',
  'server/platform/data-folder/make-private.test.ts',
  'server/platform/database/long-reads.test.ts',
  'server/start-jobs.test.ts',
  'test/attacks/attacks.test.ts',
]

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: 'test/postgres/global-setup.ts',
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{bench,client,contract,db,scripts,server,test}/**/*.test.{ts,tsx}'],
          exclude: ISOLATED,
          isolate: false,
          setupFiles: 'test/cheap-passwords.ts',
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
    ],
  },
})
