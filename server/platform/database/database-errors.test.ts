import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isConflict, isUnavailable, isUnstorable, ThreadEnded } from './database-errors.ts'

function failed(code: object, message = 'failed'): Error {
  return Object.assign(new Error(message), code)
}

describe('a failed statement', () => {
  test('can be repeated after a serialisation failure or a deadlock', () => {
    expect(
      [{ code: '40001' }, { code: '40P01' }, { code: '23505' }, {}].map((code) => isConflict(failed(code))),
    ).toEqual([true, true, false, false])
  })

  test('is unstorable if PostgreSQL cannot store a character of the text', () => {
    expect([{ code: '22021' }, { code: '22P02' }, {}].map((code) => isUnstorable(failed(code)))).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each([
    ['SQLite is busy', failed({ errcode: 5 }), true],
    ['the disk is full', failed({ errcode: 13 }), true],
    ['the disk failed during a write', failed({ errcode: 778 }), true],
    ['SQLite is recovering the database', failed({ errcode: 261 }), true],
    ['a constraint is broken', failed({ errcode: 2067 }), false],
    ['PostgreSQL is shutting down', failed({ code: '57P01' }), true],
    ['PostgreSQL has too many connections', failed({ code: '53300' }), true],
    ['PostgreSQL lost the connection', failed({ code: '08006' }), true],
    ['PostgreSQL cancelled a statement', failed({ code: '57014' }), true],
    ['PostgreSQL cancelled waiting for a lock', failed({ code: '55P03' }), true],
    ['a statement is wrong', failed({ code: '42601' }), false],
    ['the connection was reset', failed({ code: 'ECONNRESET' }), true],
    ['the pool had no connection in time', failed({}, 'timeout exceeded when trying to connect'), true],
    ['the connection timed out', failed({ code: 'ETIMEDOUT' }), true],
    ['the connection could not be opened in time', failed({}, 'timeout expired'), true],
    [
      'the connection was broken before',
      failed({}, 'Client has encountered a connection error and is not queryable'),
      true,
    ],
    ['the connection ended', failed({}, 'Connection terminated unexpectedly'), true],
    ['its thread has ended', new ThreadEnded('gone'), true],
    ['it is a bug', new TypeError('x is undefined'), false],
    ['it is no error at all', 'ECONNREFUSED', false],
  ])('is unavailable or not, because %s', (_why, error, unavailable) => {
    expect(isUnavailable(error)).toBe(unavailable)
  })

  test('is unavailable if no server listens at the address', async () => {
    const error: unknown = await new pg.Client({ host: '127.0.0.1', port: 1 })
      .connect()
      .catch((refused: unknown) => refused)
    expect(isUnavailable(error)).toBe(true)
  })
})
