import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './e2e/find-browser.ts'

const browser = await findBrowser()
const isOnPostgres = process.env['CREMA_E2E_DATABASE'] === 'postgres'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // Three workers are for a machine with 2 cores. Tests often wait, and the third worker uses that time.
  workers: 3,
  // In CI, a second try is for waits that are too short on a busy machine. The result names every test that needed it.
  retries: process.env['CI'] ? 1 : 0,
  // The timeout of a test is long, because on a busy machine the shop can need 15 s to render one uploaded picture.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(isOnPostgres ? { globalSetup: './e2e/servers/postgres.ts' } : {}),
  use: {
    // The tests of a worker use the same page, one after the other, in a process that has compiled the scripts already.
    // Cookies and storage are emptied before each test.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    // Turns off animations, because they take processor time and tests would wait for their end. The tests about
    // animations turn them on again.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    actionTimeout: 30_000,
    // With 'only-on-failure', Playwright takes a picture at the end of every test, which is slower than opening a page. A
    // failed test has a description of its page in `error-context.md`.
    screenshot: 'off',
    launchOptions: { args: browserArguments, ...(browser ? { executablePath: browser.path } : {}) },
  },
})
