import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitCsv } from '#contract/values/orders/split-csv.ts'
import { cell, csvStyleOf, line } from './export-csv.ts'

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1+1', "'＋1+1"],
    ['－1+1', "'－1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['\r=1', '"\'\r\'=1"'],
    ['\n=1', '"\'\n\'=1"'],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    [' =1', "' =1"],
    ['\u3000＝1', "'\u3000＝1"],
    ['"=1', '"\'""=1"'],
    [';=1+1', '";\'=1+1"'],
    ['Latte;=1+1', '"Latte;\'=1+1"'],
    ['Latte;＝1+1', '"Latte;\'＝1+1"'],
    ['Latte; "@SUM(A1)"', '"Latte;\' ""@SUM(A1)"""'],
    ['Latte,-2+3', '"Latte,\'-2+3"'],
    ['Latte\t+1', '"Latte\t\'+1"'],
    ['Latte|=1', "Latte|'=1"],
    ['Latte\r\n=1', '"Latte\r\n\'=1"'],
    ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['Kaffee 1=2', 'Kaffee 1=2'],
    ['a-b; c+d', '"a-b; c+d"'],
    ['漢字', '漢字'],
    ['', ''],
  ])('%j is written as %j', (text, written) => {
    expect(cell(text)).toBe(written)
  })

  test.each(['12.50', '-12.50', '-3', '0'])('%s stays a number', (number) => {
    expect(cell(number)).toBe(number)
    expect(cell({ decimal: number })).toBe(number)
  })

  test.each([
    ['DE', '-1234,50;"a;b";24.11'],
    ['PT', '-1234,50;"a;b";24.11'],
    ['CH', '-1234.50;"a;b";24.11'],
    ['US', '-1234.50,"a;b",24.11'],
    ['GB', '-1234.50,"a;b",24.11'],
    ['JP', '-1234.50,"a;b",24.11'],
  ])('is written as Excel reads it in %s', (country, written) => {
    expect(line([{ decimal: '-1234.50' }, 'a;b', '24.11'], csvStyleOf(country))).toBe(`${written}\r\n`)
  })

  const special = fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＠',
      ';',
      '|',
      ' ',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      'a',
      'é',
      '😀',
    ),
  })
  const anyText = fc.oneof(special, fc.string()).filter((some) => !/^-\d/.test(some))
  const cells = fc.array(anyText, { minLength: 1, maxLength: 5 })

  test('is never a formula, whatever separator a program splits the line at', () => {
    const isFormula = (part: string) => /^["\s]*[=+\-@＝＋－＠]/.test(part)
    fc.assert(
      fc.property(cells, (texts) => {
        const written = line(texts)
        for (const separator of [',', ';', '|', '\t', '\n', /[,;|\t\r\n]/])
          expect(written.split(separator).filter(isFormula)).toEqual([])
      }),
    )
  })
})

test('the parsed cells of a line are the cells that were written, except for apostrophes', () => {
  const withoutApostrophes = (texts: string[]) => texts.map((text) => text.replaceAll("'", ''))
  const special = fc.string({
    unit: fc.constantFrom('=', '-', '＝', ';', '|', ' ', '\t', '\r', '\n', '"', ',', 'a', '😀'),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(special, fc.string()), { minLength: 1, maxLength: 5 }), (texts) => {
      const [row = []] = splitCsv(line(texts), ',')
      expect(withoutApostrophes(row)).toEqual(withoutApostrophes(texts))
    }),
  )
})
