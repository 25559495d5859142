import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockFolder } from './take-folder.ts'

const MODULE = join(import.meta.dirname, 'take-folder.ts')

describe('the lock on a data folder', () => {
  let folder: string
  beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), 'crema-test-')), 'data')))
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

  test('creates the folder, readable by its owner only', () => {
    lockFolder(folder).release()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('is refused a second time with a sentence that names the folder, until it is released', () => {
    const first = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`Another process already runs a shop in ${folder}.`)
    first.release()
    lockFolder(folder).release()
  })

  test('is refused while another process has it, and is free after that process was killed', async () => {
    const holder = await holdInAnotherProcess(folder)
    try {
      expect(() => lockFolder(folder)).toThrow('Another process already runs a shop')
    } finally {
      holder.kill('SIGKILL')
    }
    await once(holder, 'exit')
    lockFolder(folder).release()
  })

  test('is refused with another sentence if the lock file is damaged or cannot be created', () => {
    lockFolder(folder).release()
    writeFileSync(join(folder, 'lock'), 'no database '.repeat(1000))
    expect(() => lockFolder(folder)).toThrow(
      `${join(folder, 'lock')} is damaged: delete it while no shop runs in this folder; it is made again.`,
    )
    rmSync(join(folder, 'lock'))
    mkdirSync(join(folder, 'lock'))
    expect(() => lockFolder(folder)).toThrow(
      `${join(folder, 'lock')} is a folder, where a file should be. Move it away.`,
    )
    const below = join(folder, 'file/data')
    writeFileSync(join(folder, 'file'), '')
    expect(() => lockFolder(below)).toThrow(`${below} cannot be used: a part of this path is a file`)
  })

  test('is refused with another sentence if the disk is full', () => {
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    })
    expect(() => lockFolder(folder)).toThrow(
      `There is no space left on the disk for ${join(folder, 'lock')}. Free some, then start again.`,
    )
  })
})

async function holdInAnotherProcess(folder: string): Promise<ChildProcess> {
  const script = `import { lockFolder } from '${MODULE}'; globalThis.held = lockFolder(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
