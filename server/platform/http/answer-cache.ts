import { createHash } from 'node:crypto'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Lru } from '../lru.ts'

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Below this many bytes compressing gains nothing. */
const SMALL = 256

type Kind = { type: string; cacheControl: string; status?: number; headers?: Record<string, string> }

/**
 * An answer as finished bytes: plain, gzip and brotli, with its ETag. Brotli is quality 5 at once and 11 as soon as
 * another thread has made it.
 */
export class Finished {
  readonly plain: Buffer
  readonly gzip: Buffer | null
  brotli: Buffer | null
  readonly etag: string
  readonly kind: Kind

  constructor(body: string | Buffer, kind: Kind) {
    this.plain = Buffer.from(body)
    this.kind = kind
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url').slice(0, 22)}"`
    const worthIt = this.plain.length > SMALL && /^(text\/|application\/(json|manifest)|image\/svg)/.test(kind.type)
    this.gzip = worthIt ? gzipSync(this.plain) : null
    this.brotli = worthIt ? brotliCompressSync(this.plain, QUICK) : null
    if (worthIt) this.#shrink()
  }

  #shrink(): void {
    brotliCompress(this.plain, SMALLEST, (error, smallest) => {
      if (!error) this.brotli = smallest
    })
  }
}

export const JSON_KIND: Kind = { type: 'application/json; charset=utf-8', cacheControl: 'no-cache' }

/** Sends finished bytes in the best encoding that the browser takes, or 304 when it has them. */
export function sendFinished(request: FastifyRequest, reply: FastifyReply, answer: Finished): FastifyReply {
  const { kind, etag } = answer
  reply.headers({ 'content-type': kind.type, 'cache-control': kind.cacheControl, etag, ...kind.headers })
  if (answer.gzip) reply.header('vary', kind.headers?.['vary'] ?? 'accept-encoding')
  if (request.headers['if-none-match'] === etag && !kind.status) return reply.code(304).send()
  const [encoding, bytes] = best(answer, String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(kind.status ?? 200).send(bytes)
}

function best(answer: Finished, accepted: string): ['br' | 'gzip' | null, Buffer] {
  if (answer.brotli && accepted.includes('br')) return ['br', answer.brotli]
  if (answer.gzip && accepted.includes('gzip')) return ['gzip', answer.gzip]
  return [null, answer.plain]
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
    const made = make().catch((error: unknown) => {
      answers.delete(name)
      throw error
    })
    answers.set(name, made)
    return made
  }

  drop(): void {
    this.#answers = new Lru(MOST_ANSWERS)
  }
}
