import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const TESTS = '{bench,client,contract,db,scripts,server,test}/**/*.test.{ts,tsx}'

/** Tests of real password hashes, and tests that start processes or depend on the time or memory of their own. */
const ALONE = [
  'scripts/setup/start.test.ts',
  'server/commands/*.test.ts',
  'server/dashboard/closing.test.ts',
  'server/demo/refuse-demo-admin.test.ts',
  'server/http-server.test.ts',
  'server/identity/**/{demotion,erase-sessions,passwords,session-hashing}.test.ts',
  'server/lost-data.test.ts',
  'server/open-shop.test.ts',
  'server/payments/interleavings.test.ts',
  'server/platform/**/*.test.ts',
  'test/attacks/attacks.test.ts',
]

/** A module stays loaded for all files of a worker, so a test that replaces modules needs a worker of its own. */
const REPLACES_MODULES = /\bvi\.(doMock|mock|mocked|resetModules)\(/

const isolated = [
  ...ALONE,
  ...globSync(TESTS, { cwd: import.meta.dirname }).filter((file) =>
    REPLACES_MODULES.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  ),
]

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: 'test/postgres/global-setup.ts',
    // On 2 cores. Some tests wait for real clocks, and a third worker uses that time.
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
          include: [TESTS],
          exclude: isolated,
          isolate: false,
          setupFiles: 'test/cheap-passwords.ts',
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
})
