import { defineConfig } from '@playwright/test'
import { browserArguments, findBrowser } from './e2e/browser.ts'

const browser = await findBrowser()
const onPostgres = process.env['CREMA_E2E_DATABASE'] === 'postgres'

/** The pages are looked at on both sizes and in both colour schemes; stories run once, on a desktop. */
const ACCESSIBILITY = /accessibility\.spec\.ts$/
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  ...(onPostgres ? { globalSetup: './e2e/postgres.ts' } : {}),
  use: {
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArguments, ...(browser ? { executablePath: browser.path } : {}) },
  },
  projects: [
    { name: 'desktop', testIgnore: ACCESSIBILITY, use: { viewport: sizes.desktop } },
    ...Object.entries(sizes).flatMap(([size, viewport]) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        name: `${size}-${colorScheme}`,
        testMatch: ACCESSIBILITY,
        use: { viewport, colorScheme },
      })),
    ),
  ],
})
