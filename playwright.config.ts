import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './e2e/browser.ts'

const browser = await findBrowser()
const onPostgres = process.env['CREMA_E2E_DATABASE'] === 'postgres'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // The timeout of a test is long, because on a busy machine the shop can need 15 s to render one uploaded picture.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(onPostgres ? { globalSetup: './e2e/postgres.ts' } : {}),
  use: {
    viewport: { width: 1440, height: 900 },
    // Turns off animations, because they take processor time and tests would wait for their end. The tests about
    // animations turn them on again.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments, ...(browser ? { executablePath: browser.path } : {}) },
  },
})
