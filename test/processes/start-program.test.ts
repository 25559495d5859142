import { expect, test } from 'vitest'
import { startProgram } from './start-program.ts'

const PRINT_PID = 'console.log(process.pid); setInterval(() => {}, 1000)'

test('keeps only the end of what a program prints once it is ready', async () => {
  const script = "console.log('ready'); setTimeout(() => console.log('x'.repeat(20_000) + 'end'), 100)"
  const { said, ended } = await startProgram([process.execPath, '-e', script], {}, (text) =>
    text.includes('ready'),
  )
  await ended
  expect(said()).toHaveLength(8000)
  expect(said().trimEnd()).toMatch(/x{7000}end$/)
})

test('leaves no program behind if it cannot be found out whether it is ready', async () => {
  let pid = 0
  const starting = startProgram([process.execPath, '-e', PRINT_PID], {}, (text) => {
    pid = Number(text)
    if (pid > 0) throw new Error('no answer')
    return false
  })
  await expect(starting).rejects.toThrow(/^The program did not start: \d+\n$/)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
