import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip as gzipLater, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Lru } from '../lru.ts'

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Below this many bytes compressing gains nothing. */
const SMALL = 256

type Encoding = 'br' | 'gzip' | 'plain'

type Kind = {
  type: string
  cacheControl: string
  status?: number
  headers?: Record<string, string>
  compressed?: false
}

type Compressed = { gzip: Buffer; brotli: Buffer }

/**
 * An answer as finished bytes: plain, gzip and brotli, with its ETag. Brotli is quality 5 at once and 11 as soon as
 * another thread has made it, unless too many wait for that.
 */
export class Finished {
  readonly plain: Buffer
  readonly gzip: Buffer | null
  brotli: Buffer | null
  readonly etag: string
  readonly kind: Kind
  readonly #heads = new Map<Encoding | 'none', string[]>()

  constructor(body: string | Buffer, kind: Kind, compressed?: Compressed) {
    this.plain = Buffer.from(body)
    this.kind = kind
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`
    const worthIt = isWorthCompressing(this.plain, kind)
    this.gzip = worthIt ? (compressed?.gzip ?? gzipSync(this.plain)) : null
    this.brotli = worthIt ? (compressed?.brotli ?? brotliCompressSync(this.plain, QUICK)) : null
    if (worthIt) shrinkInTurn(this)
  }

  /** The bytes in an encoding that there is. */
  bytes(encoding: Encoding): Buffer {
    if (encoding === 'br' && this.brotli) return this.brotli
    return encoding === 'gzip' && this.gzip ? this.gzip : this.plain
  }

  /** The head for an encoding, or for no body at all, as the flat list that `writeHead` takes; made once. */
  head(encoding: Encoding | 'none', common: Record<string, string>): string[] {
    const known = this.#heads.get(encoding)
    if (known) return known
    const { type, cacheControl, headers } = this.kind
    const all: Record<string, string> = {
      ...common,
      'content-type': type,
      'cache-control': cacheControl,
      'etag': this.etag,
      ...(this.gzip && { vary: 'accept-encoding' }),
      ...headers,
      ...(encoding !== 'none' && { 'content-length': String(this.bytes(encoding).length) }),
      ...((encoding === 'br' || encoding === 'gzip') && { 'content-encoding': encoding }),
    }
    const flat = Object.entries(all).flat()
    this.#heads.set(encoding, flat)
    return flat
  }

  /** Makes the brotli as small as it gets, on another thread. */
  async shrink(): Promise<void> {
    try {
      this.brotli = await promisify(brotliCompress)(this.plain, SMALLEST)
      this.#heads.delete('br')
    } catch {
      // The quick one is as good, only larger.
    }
  }
}

/** More do not wait to become smaller: the one that waited longest, likely replaced since, stays as it is. */
const MOST_WAITING = 50
const waiting: Finished[] = []
let isShrinking = false

/** One at a time: where there is one core, every further thread takes its turn before the event loop's next. */
function shrinkInTurn(answer: Finished): void {
  waiting.push(answer)
  if (waiting.length > MOST_WAITING) waiting.shift()
  if (!isShrinking) void shrinkAll()
}

async function shrinkAll(): Promise<void> {
  isShrinking = true
  for (let next = waiting.shift(); next; next = waiting.shift()) await next.shrink()
  isShrinking = false
}

function isWorthCompressing(plain: Buffer, { type, compressed }: Kind): boolean {
  return (
    compressed !== false &&
    plain.length > SMALL &&
    /^(text\/|application\/(json|manifest)|image\/svg)/.test(type)
  )
}

/** The same for large files: all of it is compressed on other threads. */
export async function finishedElsewhere(plain: Buffer, kind: Kind): Promise<Finished> {
  if (!isWorthCompressing(plain, kind)) return new Finished(plain, kind)
  const [zipped, brotli] = await Promise.all([
    promisify(gzipLater)(plain),
    promisify(brotliCompress)(plain, QUICK),
  ])
  return new Finished(plain, kind, { gzip: zipped, brotli })
}

/** For one person's data: kept for a short time, so compressing it would not pay. */
export const OWN_JSON_KIND: Kind = {
  type: 'application/json; charset=utf-8',
  cacheControl: 'private, no-cache',
  compressed: false,
}

export const JSON_KIND: Kind = { type: 'application/json; charset=utf-8', cacheControl: 'no-cache' }

/**
 * Sends finished bytes in the best encoding that the browser takes, or 304 when it has them. They go to the socket
 * directly, with a head that is made once: this is the shop's most frequent answer.
 */
export function sendFinished(request: FastifyRequest, reply: FastifyReply, answer: Finished): FastifyReply {
  const { raw, server } = reply.hijack()
  const common = server.securityHeaders ?? {}
  if (request.headers['if-none-match'] === answer.etag && !answer.kind.status) {
    raw.writeHead(304, answer.head('none', common)).end()
    return reply
  }
  const encoding = bestEncoding(answer, String(request.headers['accept-encoding'] ?? ''))
  raw.writeHead(answer.kind.status ?? 200, answer.head(encoding, common))
  raw.end(request.method === 'HEAD' ? undefined : answer.bytes(encoding))
  return reply
}

function bestEncoding({ brotli, gzip }: Finished, accepted: string): Encoding {
  if (brotli && accepted.includes('br')) return 'br'
  return gzip && accepted.includes('gzip') ? 'gzip' : 'plain'
}

/** Answers kept by one cache; the one asked for longest ago goes first. */
const MOST_ANSWERS = 2000

/** Finished answers by name, made when first asked for and dropped when what they are made of changes. */
export class AnswerCache {
  #answers = new Lru<string, Promise<Finished>>(MOST_ANSWERS)

  get(name: string, make: () => Promise<Finished>): Promise<Finished> {
    const known = this.#answers.get(name)
    if (known) return known
    const answers = this.#answers
    // A failure is not kept; one that was dropped meanwhile is in a map that nobody asks any more.
    // It is put in its place before it is made, so that a change meanwhile finds it there.
    const made = Promise.resolve()
      .then(make)
      .catch((error: unknown) => {
        answers.delete(name)
        throw error
      })
    answers.set(name, made)
    return made
  }

  /** Forgets one answer; one that is being made is not kept either. */
  dropOne(name: string): void {
    this.#answers.delete(name)
  }

  drop(): void {
    this.#answers = new Lru(MOST_ANSWERS)
  }
}
