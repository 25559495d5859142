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

/**
 * A module stays loaded for all files of a worker. A test that replaces modules would leave them to the next file, and
 * one that sets the clock forward moves all later ids, which carry the time. Both need a worker of their own.
 */
const LEAVES_TRACES =
  /\bvi\.(doMock|mock|mocked|resetModules|setSystemTime|useFakeTimers)\(|\bspyOn\((Date|performance)\b/

const isolated = [
  ...ALONE,
  ...globSync(TESTS, { cwd: import.meta.dirname }).filter((file) =>
    LEAVES_TRACES.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
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
