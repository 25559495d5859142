import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type * as FileSystem from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { renderedPicture } from '#test/stand-ins/rendered-picture.ts'
import { diskStore } from './disk-store.ts'

/** While `isFull` is true, writing a file fails in the middle, as on a full disk. */
const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof FileSystem>()
  const writeFile: typeof files.writeFile = async (path, bytes, options) => {
    if (!disk.isFull || !Buffer.isBuffer(bytes)) return files.writeFile(path, bytes, options)
    await files.writeFile(path, bytes.subarray(0, bytes.length / 2), options)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  return { ...files, writeFile }
})

describe('pictures on the disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'crema-test-'))
  afterAll(() => rmSync(root, { recursive: true }))

  test('never have an incomplete file, even if the disk becomes full while it is written', async () => {
    const folder = join(root, 'full')
    disk.isFull = true
    await expect(diskStore(folder).save(renderedPicture)).rejects.toThrow('no space left')
    disk.isFull = false
    expect(readdirSync(folder).filter((name) => !name.endsWith('.new'))).toEqual([])
    await diskStore(folder).save(renderedPicture)
    expect(readdirSync(folder)).toHaveLength(8)
    expect(readFileSync(join(folder, '0123456789abcdef-aabbcc-480.avif'), 'utf8')).toBe('avif 480')
  })

  test('are files with their names, and all files of a picture are deleted together', async () => {
    const folder = join(root, 'images')
    const store = diskStore(folder)
    expect(await store.save(renderedPicture)).toBe('/images/0123456789abcdef-aabbcc-800.webp')
    await store.save({
      id: 'fedcba9876543210-aabbcc',
      files: [{ name: 'fedcba9876543210-aabbcc-240.webp', bytes: Buffer.from('other') }],
    })
    expect(readdirSync(folder)).toHaveLength(9)
    expect(readFileSync(join(folder, '0123456789abcdef-aabbcc-480.avif'), 'utf8')).toBe('avif 480')
    await store.delete(renderedPicture.id)
    await store.delete(renderedPicture.id)
    expect(readdirSync(folder)).toEqual(['fedcba9876543210-aabbcc-240.webp'])
  })
})
