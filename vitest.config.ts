import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'

const TESTS = '{bench,client,contract,db,scripts,server,test}/**/*.test.{ts,tsx}'

/** Test files that need a worker process of their own, because they depend on the time or the memory of their process. */
const ALONE = [
  'server/http-server.test.ts',
  'server/identity/passwords.test.ts',
  'server/platform/{data-folder,database,limits,postgres}/*.test.ts',
  'server/platform/http/{connections,fair-queue,gate,health,http-listener}.test.ts',
  'server/platform/log.test.ts',
  'server/platform/tables/long-reads.test.ts',
]

/** Further test files that load all modules again: they make real password hashes or run the owner's commands. */
const FRESH = [
  'server/commands/*.test.ts',
  'server/dashboard/closing.test.ts',
  'server/demo/refuse-demo-admin.test.ts',
  'server/identity/{demotion,stored-accounts}.test.ts',
  'server/payments/interleavings.test.ts',
]

/**
 * Matches test files that would affect the next file in the same worker process, because modules stay loaded. A
 * module that a test replaces stays replaced. After a test sets the clock forward, all later ids contain a future
 * time.
 */
const LEAVES_TRACES =
  /\bvi\.(doMock|mock|mocked|resetModules|setSystemTime|useFakeTimers)\(|\bspyOn\((Date|performance)\b/

const files = globSync(TESTS, { cwd: import.meta.dirname })
const alone = globSync(ALONE, { cwd: import.meta.dirname })
const fresh = files.filter(
  (file) =>
    !alone.includes(file) &&
    (FRESH.some((pattern) => matchesGlob(file, pattern)) ||
      LEAVES_TRACES.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))),
)

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: 'test/postgres/global-setup.ts',
    // Three workers are for a machine with 2 cores. Some tests wait for real time to pass, and the third worker uses
    // that time.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A second try is for waits that are too short on a busy machine. The result names every test that needed it. A
    // property that fast-check has refuted is not tried again, because other random values could hide the defect.
    retry: process.env['CI'] ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'fresh',
          include: fresh,
          isolate: false,
          setupFiles: ['test/processes/fresh-modules.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: [TESTS],
          exclude: [...alone, ...fresh],
          isolate: false,
          setupFiles: ['test/cheap-passwords.ts'],
        },
      },
    ],
  },
})
