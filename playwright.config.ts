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
  // On a busy machine, rendering an uploaded picture alone can take 15 s.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(onPostgres ? { globalSetup: './e2e/postgres.ts' } : {}),
  use: {
    viewport: { width: 1440, height: 900 },
    // Motion takes processor time, and tests wait for its end. The tests about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments, ...(browser ? { executablePath: browser.path } : {}) },
  },
})
