import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Shopper } from './bench-data.ts'
import type { BenchProcess } from './bench-process.ts'
import type { Figure } from './figures.ts'
import { request, runLoad } from './load.ts'

const SECONDS = 4
const CLIENTS = 32

export type Product = { _id: string; name: string; img: string; price: string; ratting: number }

/** Orders a second, each on the disk before it is answered, beside single-row inserts of PostgreSQL or of a bare loop. */
export async function measureOrders(shop: BenchProcess, { shoppers, product, rounds }: { shoppers: Shopper[]; product: Product; rounds: number }): Promise<Figure> {
  const requests = shoppers.map(({ email, authorization }) => {
    const { name, img, price, ratting, _id } = product
    const order = { email, customer: 'Load', productName: name, img, price, ratting, productId: _id }
    return request('POST /api/orders', { authorization }, JSON.stringify(order))
  })
  const next = (client: number, count: number) => requests[(client + count * CLIENTS) % requests.length] ?? Buffer.alloc(0)
  const postgres = startPgbench()
  const ours: number[] = []
  const limit: number[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const bare = postgres ? postgres.insertsPerSecond() : bareInserts()
      const { perSecond, failed } = await runLoad({ port: shop.port, clients: CLIENTS, seconds: SECONDS, next })
      if (failed > 0) throw new Error(`${failed} orders were refused.`)
      if (round > 0) limit.push(bare)
      if (round > 0) ours.push(perSecond)
    }
  } finally {
    postgres?.stop()
  }
  const note = postgres ? 'limit: pgbench, single-row inserts' : 'limit: a bare loop, 32 inserts a transaction'
  return { name: 'POST /api/orders', unit: '1/s', ours, limit, goal: 0.4, better: 'more', note }
}

const BIN = '/usr/lib/postgresql/15/bin'

/** PostgreSQL with its own settings in a folder of its own; null where it is not installed. */
function startPgbench(): { insertsPerSecond: () => number; stop: () => void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'crema-pgbench-'))
  const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const run = (command: string[]) => {
    const [program = '', ...args] = [...as, ...command]
    return spawnSync(program, args, { encoding: 'utf8', cwd: '/' })
  }
  if (as.length > 0) spawnSync('chown', ['postgres', folder])
  const data = join(folder, 'data')
  const options = `-c listen_addresses='' -c unix_socket_directories=${folder}`
  const made = run([`${BIN}/initdb`, '-D', data, '-A', 'trust']).status === 0
  const up = made && run([`${BIN}/pg_ctl`, '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']).status === 0
  if (!up) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  run(['psql', '-h', folder, 'postgres', '-c', 'CREATE TABLE item (id bigserial PRIMARY KEY, email text, name text, img text, price bigint)'])
  run(['sh', '-c', `echo "INSERT INTO item (email, name, img, price) VALUES ('a@example.com', 'Lungo', '/images/x.webp', 1250);" > ${folder}/insert.sql`])
  return {
    insertsPerSecond: () => {
      const said = run(['pgbench', '-h', folder, '-n', '-f', `${folder}/insert.sql`, '-c', '32', '-j', '2', '-T', String(SECONDS), 'postgres']).stdout
      return Number(/tps = ([\d.]+)/.exec(said)?.[1])
    },
    stop: () => {
      run([`${BIN}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function bareInserts(): number {
  const folder = mkdtempSync(join(tmpdir(), 'crema-inserts-'))
  const books = new DatabaseSync(join(folder, 'bare.db'))
  books.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE item (id INTEGER PRIMARY KEY, email TEXT, name TEXT, img TEXT, price INTEGER)')
  const insert = books.prepare('INSERT INTO item (email, name, img, price) VALUES (?, ?, ?, ?)')
  const started = performance.now()
  let done = 0
  while (performance.now() - started < 2000) {
    books.exec('BEGIN')
    for (let client = 0; client < CLIENTS; client++) insert.run('a@example.com', 'Lungo', '/images/x.webp', 1250)
    books.exec('COMMIT')
    done += CLIENTS
  }
  const perSecond = (done / (performance.now() - started)) * 1000
  books.close()
  rmSync(folder, { recursive: true, force: true })
  return perSecond
}

/** Checkouts a second: three products into the cart, then all paid at once; beside the same single-row inserts. */
export async function measureCheckouts(shop: BenchProcess, { shoppers, product, limit }: { shoppers: Shopper[]; product: Product; limit: number[] }): Promise<Figure> {
  const ours: number[] = []
  for (const _round of limit) ours.push(await checkoutsPerSecond(shop, shoppers, product))
  return { name: 'buy three, pay all', unit: '1/s', ours, limit, goal: 0.15, better: 'more', note: 'limit: as above' }
}

async function checkoutsPerSecond({ port }: BenchProcess, shoppers: Shopper[], product: Product): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  const started = performance.now()
  const counts = await Promise.all(shoppers.slice(0, CLIENTS).map((shopper) => checkOutUntil({ port, shopper, product, until })))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}

type CheckingOut = { port: number; shopper: Shopper; product: Product; until: number }

async function checkOutUntil({ port, shopper, product, until }: CheckingOut): Promise<number> {
  const { email, authorization } = shopper
  const { name, img, price, ratting, _id } = product
  const order = { email, customer: 'Load', productName: name, img, price, ratting, productId: _id }
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const said: { insertedId?: string } = JSON.parse(await answer.text())
    return said.insertedId
  }
  const total = ((Math.round(Number(price) * 100) * 3) / 100).toFixed(2)
  let done = 0
  for (; performance.now() < until; done++) {
    const ids = [await post('/orders', order), await post('/orders', order), await post('/orders', order)]
    await post('/fullOrder', { email, items: ids.map((id) => ({ _id: id, price })), total, payment: 'OK' })
  }
  return done
}

/** Milliseconds from starting a program to its first answer. */
export async function startToAnswer(program: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, program, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said]: Buffer[] = await once(child.stdout, 'data')
  const answer = await fetch(`http://127.0.0.1:${/:(\d+)/.exec(String(said))?.[1]}/`)
  await answer.text()
  const ms = performance.now() - started
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}
