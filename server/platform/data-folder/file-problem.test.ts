import { describe, expect, test } from 'vitest'
import { fileProblem } from './file-problem.ts'

const place = { file: '/shop/crema.db', ifDamaged: 'restore a backup' }

function failed(code: object): Error {
  return Object.assign(new Error('database disk image is malformed'), code)
}

describe('an error about a file', () => {
  test.each([
    [
      'a full disk',
      { code: 'ENOSPC' },
      'There is no space left on the disk for /shop/crema.db. Free some, then start again.',
    ],
    [
      'a full disk, as SQLite says it',
      { code: 'ERR_SQLITE_ERROR', errcode: 13 },
      'There is no space left on the disk for /shop/crema.db. Free some, then start again.',
    ],
    ['a used-up quota', { code: 'EDQUOT' }, /^There is no space left/],
    [
      'a read-only disk',
      { code: 'EROFS' },
      /^\/shop\/crema\.db cannot be opened for writing\. Check the owner and the rights .* read-only\.$/,
    ],
    ['a file of another user', { code: 'EACCES' }, /^\/shop\/crema\.db cannot be opened for writing\./],
    [
      'a folder in which SQLite may not make files',
      { errcode: 14 },
      /^\/shop\/crema\.db cannot be opened for writing\./,
    ],
    [
      'a database that SQLite may only read',
      { errcode: 1032 },
      /^\/shop\/crema\.db cannot be opened for writing\./,
    ],
    [
      'a failing disk',
      { errcode: 4874 },
      'The disk failed while /shop/crema.db was used. Check the disk, and that it is not full.',
    ],
    ['a damaged database', { errcode: 11 }, '/shop/crema.db is damaged: restore a backup.'],
    ['a file that is no database', { errcode: 26 }, '/shop/crema.db is damaged: restore a backup.'],
    [
      'a folder in its place',
      { code: 'EISDIR' },
      '/shop/crema.db is a folder, where a file should be. Move it away.',
    ],
    [
      'a file in the place of its folder',
      { code: 'ENOTDIR' },
      /a part of this path is a file.* Choose another DATA_DIR\.$/,
    ],
  ])('becomes a sentence that says what to do: %s', (_what, code, sentence) => {
    const problem = fileProblem(failed(code), place)
    const pattern = typeof sentence === 'string' ? new RegExp(`^${RegExp.escape(sentence)}$`) : sentence
    expect(problem).toBeInstanceOf(Error)
    expect(problem).toMatchObject({ message: expect.stringMatching(pattern), cause: failed(code) })
  })

  test.each([
    [failed({ errcode: 1 })],
    [failed({ code: 'EMFILE' })],
    [new TypeError('x is undefined')],
    ['no error'],
  ])('is returned unchanged if it is not about the file: %s', (error) => {
    expect(fileProblem(error, place)).toBe(error)
  })
})
