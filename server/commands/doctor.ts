import { readConfig } from '#server/config.ts'
import { runCheck } from './doctor/check.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkGateway } from './doctor/check-gateway.ts'
import { checkDisk, checkMail, checkPictures } from './doctor/check-mail-and-files.ts'
import { checkSettings } from './doctor/check-settings.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run doctor`: checks everything that the shop depends on, and prints a line for each result. Changes nothing but
 * a probe in the picture store, which it deletes again, so the shop may be running. The exit code is 1 if a check has
 * failed.
 */
await runCommand(async () => {
  const config = readConfig(process.env)
  const checks = [checkSettings, checkDisk, checkDatabase, checkPictures, checkMail, checkGateway]
  const results = (await Promise.all(checks.map((check) => runCheck(check, config)))).flat()
  const lines = results.map(({ level, name, text }) => `${level.padEnd(4)}  ${name.padEnd(8)}  ${text}`)
  const failed = results.filter(({ level }) => level === 'fail').length
  if (failed === 0) return lines.join('\n')
  process.stdout.write(`${lines.join('\n')}\n`)
  throw new Error(`${failed} of ${results.length} checks failed.`)
})
