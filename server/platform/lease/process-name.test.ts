import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { hasEnded, thisProcess } from './process-name.ts'

test('a process of this machine has ended if its id is unused, or is the id of this process', async () => {
  const self = thisProcess()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const other = { ...self, pid: Number(child.pid) }
  expect(hasEnded(other, self)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([hasEnded(other, self), hasEnded(self, self)]).toEqual([true, true])
})

test('a process of another machine or container may still run, whatever its id is', () => {
  const self = thisProcess()
  expect(hasEnded({ ...self, machine: 'another one', pid: self.pid }, self)).toBe(false)
})
