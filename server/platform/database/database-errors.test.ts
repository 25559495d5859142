import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isPassing, isUnavailable, isUnstorable, ThreadEnded } from './database-errors.ts'

function failed(code: object, message = 'failed'): Error {
  return Object.assign(new Error(message), code)
}

describe('a failed statement', () => {
  test('passes when two writers were in each other’s way', () => {
    expect(
      [{ code: '40001' }, { code: '40P01' }, { code: '23505' }, {}].map((code) => isPassing(failed(code))),
    ).toEqual([true, true, false, false])
  })

  test('is the text’s own fault when PostgreSQL cannot keep it', () => {
    expect([{ code: '22021' }, { code: '22P02' }, {}].map((code) => isUnstorable(failed(code)))).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each([
    ['SQLite is busy', failed({ errcode: 5 }), true],
    ['the disk is full', failed({ errcode: 13 }), true],
    ['the disk does not take what is written', failed({ errcode: 778 }), true],
    ['SQLite has to be started again', failed({ errcode: 261 }), true],
    ['a constraint is broken', failed({ errcode: 2067 }), false],
    ['PostgreSQL is shutting down', failed({ code: '57P01' }), true],
    ['PostgreSQL has too many visitors', failed({ code: '53300' }), true],
    ['PostgreSQL lost the connection', failed({ code: '08006' }), true],
    ['PostgreSQL gave up a statement', failed({ code: '57014' }), true],
    ['PostgreSQL gave up waiting for a lock', failed({ code: '55P03' }), true],
    ['a statement is wrong', failed({ code: '42601' }), false],
    ['the line broke', failed({ code: 'ECONNRESET' }), true],
    ['the pool is tired of waiting', failed({}, 'timeout exceeded when trying to connect'), true],
    ['the line is silent', failed({ code: 'ETIMEDOUT' }), true],
    ['nobody answers the call', failed({}, 'timeout expired'), true],
    [
      'the line broke before',
      failed({}, 'Client has encountered a connection error and is not queryable'),
      true,
    ],
    ['the line ended', failed({}, 'Connection terminated unexpectedly'), true],
    ['the thread that it ran in is gone', new ThreadEnded('gone'), true],
    ['it is a bug', new TypeError('x is undefined'), false],
    ['it is no error at all', 'ECONNREFUSED', false],
  ])('because %s', (_why, error, unavailable) => {
    expect(isUnavailable(error)).toBe(unavailable)
  })

  test('is known as unavailable when nobody listens at the address', async () => {
    const error: unknown = await new pg.Client({ host: '127.0.0.1', port: 1 })
      .connect()
      .catch((refused: unknown) => refused)
    expect(isUnavailable(error)).toBe(true)
  })
})
