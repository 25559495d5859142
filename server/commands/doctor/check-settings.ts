import { readConfig } from '#server/config.ts'
import { SettingError } from '#server/platform/environment.ts'
import type { Config } from '#server/config.ts'
import { fail, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

/**
 * Reads the settings. If some are wrong, returns a finding for each of them. Reading stops at the first wrong setting,
 * so that one is left out and the others are read again. The sentence of an error begins with the variable's name.
 */
export function readSettings(env: NodeJS.ProcessEnv): Config | Finding[] {
  const left = { ...env }
  const wrong: Finding[] = []
  for (;;) {
    try {
      const config = readConfig(left)
      return wrong.length > 0 ? wrong : config
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      if (!wrong.some(({ text }) => text === error.message)) wrong.push(fail(error.message))
      const name = Object.keys(left).find((known) => new RegExp(`^${known}\\b`).test(error.message))
      // An error about a setting that is not set cannot be left out. The operator corrects the others first.
      if (name === undefined) return wrong
      delete left[name]
    }
  }
}

/** Settings that are valid, but that few shops mean to have. */
export const checkSettings: Check = {
  name: 'settings',
  run: async ({ config }) => {
    const warnings = [
      config.demo &&
        'This is a demo shop, in which everyone knows the password of the admin: set PUBLIC_URL for your own.',
      config.postgres.traces &&
        'DATABASE_TRACE=1 makes each statement slower: set it only while you look for a fault.',
      isOpenToAll(config) &&
        `The metrics are served on ${config.metrics?.host}: set METRICS_HOST to an address that only your monitoring can reach.`,
    ].filter((text) => text !== false)
    return warnings.length > 0 ? warnings.map(warn) : [ok('All settings are valid.')]
  },
}

function isOpenToAll({ metrics }: Config): boolean {
  return metrics !== null && ['0.0.0.0', '::'].includes(metrics.host)
}
