import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBuiltShop } from './built-shop.ts'
import type { OpenShop } from './built-shop.ts'
import { freePort } from './free-port.ts'
import { startNginx } from './nginx.ts'

const INSTANCES = 3
/** The time in milliseconds between two kills. An instance starts again at once, which takes about a second. */
const KILL_EVERY_MS = 8000

/**
 * Starts a shop as three instances on one PostgreSQL database and one object store, behind nginx. One instance after
 * the other is killed with SIGKILL and started again, as long as the shop is open. Each instance has a data folder of
 * its own, so that nothing is shared by files.
 */
export async function openInstances(settings: NodeJS.ProcessEnv): Promise<OpenShop> {
  const port = Number(settings['PORT']) || (await freePort())
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort))
  const { PUBLIC_URL: publicUrl = '' } = settings
  const url = publicUrl.endsWith(`:${port}`) ? publicUrl : `http://localhost:${port}`
  const open = (index: number) =>
    openBuiltShop({
      PUBLIC_URL: url,
      ...JSON.parse(process.env['CREMA_E2E_INSTANCES'] ?? '{}'),
      ...settings,
      DATA_DIR: join(String(settings['DATA_DIR']), String(index)),
      PORT: String(ports[index]),
    })
  // The health check of an instance is requested from its public URL, so nginx must run first.
  const nginx = await startNginx(port, ports)
  const instances = await Promise.all(ports.map((_, index) => open(index))).catch(async (error: unknown) => {
    await nginx.stop()
    throw error
  })
  const closing = new AbortController()
  const killing = killInTurn(instances, { open, signal: closing.signal })
  return {
    url,
    end: async (signal) => {
      closing.abort()
      await killing
      await Promise.all(instances.map((instance) => instance.end(signal)))
      await nginx.stop()
    },
  }
}

type Killing = { open: (index: number) => Promise<OpenShop>; signal: AbortSignal }

async function killInTurn(instances: OpenShop[], { open, signal }: Killing): Promise<void> {
  for (let index = 0; ; index = (index + 1) % INSTANCES) {
    await sleep(KILL_EVERY_MS, null, { signal }).catch(() => null)
    if (signal.aborted) return
    await instances[index]?.end('SIGKILL')
    instances[index] = await open(index)
  }
}
