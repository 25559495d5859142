import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { temporaryFolder } from '../temporary-folder.ts'

/** A proxy that serves https on a port of this machine, with the configuration that `deploy/` contains. */
export type RunningProxy = { port: number; stop: () => Promise<void> }

/** How a proxy is started: the program, and its configuration for a port and the ports of the instances. */
export type ProxyKind = {
  name: string
  program: string | null
  start: (setup: { port: number; instances: number[] }) => Promise<RunningProxy>
}

const deploy = join(import.meta.dirname, '../../deploy')

/** The proxies for which `deploy/` has a configuration. `program` is null if the proxy is not installed. */
export const proxies: ProxyKind[] = [
  { name: 'nginx', program: findProgram('nginx'), start: startNginx },
  { name: 'Caddy', program: findProgram('caddy'), start: startCaddy },
]

type Setup = { port: number; instances: number[] }

async function startNginx({ port, instances }: Setup): Promise<RunningProxy> {
  const folder = temporaryFolder('crema-nginx-')
  const place = (name: string) => join(folder, name)
  const key = ['-keyout', place('key.pem'), '-out', place('cert.pem'), '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...key], { stdio: 'ignore' })
  const lines = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`)
  writeFileSync(place('crema-upstream.conf'), lines.join('\n'))
  const site = replaceAll(readFileSync(join(deploy, 'nginx/crema.conf'), 'utf8'), {
    '/etc/nginx/crema-upstream.conf': place('crema-upstream.conf'),
    'root /etc/nginx': `root ${deploy}`,
    '/etc/letsencrypt/live/shop.example/fullchain.pem': place('cert.pem'),
    '/etc/letsencrypt/live/shop.example/privkey.pem': place('key.pem'),
    'listen 443': `listen 127.0.0.1:${port}`,
    'listen 80;': `listen 127.0.0.1:${await freePort()};`,
    'server_name shop.example': 'server_name localhost',
  })
  writeFileSync(place('crema.conf'), site)
  // As root, nginx would run its workers as another user, who cannot write to the folder.
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${place(name)};`)
    .join(' ')
  writeFileSync(
    place('nginx.conf'),
    `${asRoot} daemon off; worker_processes 2; pid ${place('pid')}; error_log stderr warn;
     events {} http { access_log off; ${temporary} include ${place('crema.conf')}; }`,
  )
  return run(['nginx', '-c', place('nginx.conf'), '-p', folder], { folder, port })
}

async function startCaddy({ port, instances }: Setup): Promise<RunningProxy> {
  const folder = temporaryFolder('crema-caddy-')
  mkdirSync(join(folder, 'home'))
  // Caddy signs the certificate for localhost itself. It would also listen on port 80, and on a port for its own API.
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n'
  const site = replaceAll(readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8'), {
    'root * /etc/caddy': `root * ${deploy}`,
  })
  writeFileSync(join(folder, 'Caddyfile'), options + site)
  return run(['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    folder,
    port,
    env: {
      HOME: join(folder, 'home'),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CREMA_ADDRESS: `https://localhost:${port}`,
      CREMA_INSTANCES: instances.map((instance) => `127.0.0.1:${instance}`).join(' '),
    },
  })
}

type Running = { folder: string; port: number; env?: NodeJS.ProcessEnv }

async function run(command: string[], { folder, port, env }: Running): Promise<RunningProxy> {
  const [program = '', ...args] = command
  const child = spawn(findProgram(program) ?? program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk))
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    if (await isListening(port)) return { port, stop }
    await sleep(50)
  }
  await stop()
  throw new Error(`${program} did not start:\n${complaints}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Returns whether a TLS connection can be made. Caddy listens before it has its certificate. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }
    const socket = connect(options, () => resolve(true)).on('error', () => resolve(false))
    socket.on('secureConnect', () => socket.destroy())
  })
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Replaces all these texts. Throws if one is missing, so that the test never runs another configuration than it says. */
function replaceAll(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no "${from}".`)
    return changed.replaceAll(from, to)
  }, text)
}

function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = folders.map((folder) => join(folder, name)).find(isProgram)
  return found ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
