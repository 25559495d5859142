import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './e2e/find-browser.ts'

const browser = await findBrowser()
/** The programs that start servers before the tests, by the value of `CREMA_E2E_DATABASE`. */
const globalSetups: Record<string, string> = {
  postgres: './e2e/servers/postgres.ts',
  instances: './e2e/servers/instances.ts',
}
const database = process.env['CREMA_E2E_DATABASE'] ?? ''
const globalSetup = globalSetups[database]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // A third worker on a machine with two processors makes the shop answer 503, and tests run out of time.
  workers: 2,
  // An instance that is killed takes its requests in flight with it, and nginx does not repeat a POST. A test may also
  // read from another instance in the 100 ms before that instance knows of a change. In CI, a second try is for waits
  // that are too short on a busy machine. The result names every test that needed it.
  retries: database === 'instances' || process.env['CI'] ? 1 : 0,
  // The timeout of a test is long, because on a busy machine the shop can need 15 s to render one uploaded picture.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(globalSetup ? { globalSetup } : {}),
  use: {
    viewport: { width: 1440, height: 900 },
    // Turns off animations, because they take processor time and tests would wait for their end. The tests about
    // animations turn them on again.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments, ...(browser ? { executablePath: browser.path } : {}) },
  },
})
