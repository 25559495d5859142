import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { findProgram } from '../processes/find-program.ts'
import { freePort } from '../processes/free-port.ts'
import { startProgram } from '../processes/start-program.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A proxy that serves https on a port of this machine, with the configuration that `deploy/` contains. */
export type RunningProxy = { port: number; stop: () => Promise<void> }

/** How a proxy is started: the program, and its configuration for a port and the ports of the instances. */
export type ProxyKind = {
  name: string
  program: string | null
  start: (setup: Setup) => Promise<RunningProxy>
}

type Setup = { port: number; instances: number[] }

const deploy = join(import.meta.dirname, '../../deploy')

const find = (name: string) => findProgram([name], ['/usr/sbin', '/usr/local/sbin'])

/** The proxies for which `deploy/` has a configuration. `program` is null if the proxy is not installed. */
export const proxies: ProxyKind[] = [
  { name: 'nginx', program: find('nginx'), start: startNginx },
  { name: 'Caddy', program: find('caddy'), start: startCaddy },
]

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
  const { end } = await startProgram(
    [find(program) ?? program, ...args],
    { env: { PATH: process.env['PATH'], ...env } },
    () => isListening(port),
  )
  const stop = async () => {
    await end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { port, stop }
}

/** Returns whether a TLS connection can be made. Caddy listens before it has its certificate. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }
    const socket = connect(options, () => resolve(true)).on('error', () => resolve(false))
    socket.on('secureConnect', () => socket.destroy())
  })
}

/** Replaces all these texts. Throws if one is missing, so that the test never runs another configuration than it says. */
function replaceAll(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no "${from}".`)
    return changed.replaceAll(from, to)
  }, text)
}
