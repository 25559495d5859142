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

test('a missing column is named', () => {
  expect(readRows(bytes('tracking,name\n1,2\n'))).toBe('order')
  expect(readRows(bytes('order,name\n1,2\n'))).toBe('code')
  expect(readRows(bytes(''))).toBe('order')
})
