import { expect, test } from 'vitest'
import { readRows } from './read-rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const expected = [
  { order: '12', code: '0034 04', carrier: 'DHL Paket' },
  { order: '#13', code: 'https://a.example/?a=1,2', carrier: '' },
]

test.each([
  [
    'commas',
    'Order Number,Tracking Number,Carrier\r\n12,0034 04,DHL Paket\r\n#13,"https://a.example/?a=1,2",\r\n',
  ],
  [
    'semicolons',
    '\uFEFFSendungsnummer;Produkt;Sendungsreferenz\n="0034 04";DHL Paket;12\n\n"https://a.example/?a=1,2";;#13',
  ],
  [
    'tabs',
    "name\tReference\tTracking code\tService\nA\t12\t'0034 04\tDHL Paket\nB\t#13\thttps://a.example/?a=1,2\t\n",
  ],
])('rows with %s are read by the headings of their columns', (_, text) => {
  expect(readRows(bytes(text))).toEqual(expected)
})

test('a cell in quotes may have quotes, separators and line breaks, and a file need not be UTF-8', () => {
  const text = 'Käufer;Bestellnummer;Tracking;Carrier\r\n"Müller; ""A""\r\nB";7;ABC 123;Österr. Post\r\n'
  expect(readRows(Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer)).toEqual([
    { order: '7', code: 'ABC 123', carrier: 'Österr. Post' },
  ])
})

test('a line with the separator at the top is no heading, and the number of an order comes before other columns', () => {
  const text = 'sep=;\r\nOrder;Order number;Tracking\r\nCoffee, two bags;12;0034 04\r\n'
  expect(readRows(bytes(text))).toEqual([{ order: '12', code: '0034 04', carrier: '' }])
  expect(readRows(bytes('order,tracking\n13,1\n'))).toMatchObject([{ order: '13' }])
})

test('cells that are too long become empty, so that only their rows are refused', () => {
  const long = 'x'.repeat(501)
  expect(readRows(bytes(`order,tracking,carrier\n${long},1,${long}\n2,${long},DHL\n3,0034,DHL\n`))).toEqual([
    { order: '', code: '1', carrier: '' },
    { order: '2', code: '', carrier: 'DHL' },
    { order: '3', code: '0034', carrier: 'DHL' },
  ])
})

test('a missing column is named', () => {
  expect(readRows(bytes('tracking,name\n1,2\n'))).toBe('order')
  expect(readRows(bytes('order,name\n1,2\n'))).toBe('code')
  expect(readRows(bytes(''))).toBe('order')
})
