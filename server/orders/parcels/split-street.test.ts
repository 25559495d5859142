import { expect, test } from 'vitest'
import { splitStreet } from './split-street.ts'

test.each([
  ['DE', 'Hauptstraße 12', 'Hauptstraße', '12'],
  ['DE', 'Hauptstr. 12 a', 'Hauptstr.', '12 a'],
  ['DE', 'Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
  ['DE', 'Am Markt 3-5', 'Am Markt', '3-5'],
  ['AT', 'Mariahilfer Straße 12/3/4', 'Mariahilfer Straße', '12/3/4'],
  ['PT', 'Rua do Carmo, 12', 'Rua do Carmo', '12'],
  ['US', '12 Highway 66', 'Highway 66', '12'],
  ['US', '350 5th Ave', '5th Ave', '350'],
  ['FR', '12 rue de la Paix', 'rue de la Paix', '12'],
  ['DE', '12 Drosselgasse', 'Drosselgasse', '12'],
  ['DE', 'Schloss Neuschwanstein', 'Schloss Neuschwanstein', ''],
  ['DE', '68159', '68159', ''],
])('in %s, %s is the street %s with the number %s', (...[country, line1, street, houseNumber]) => {
  expect(splitStreet({ line1, country })).toEqual({ street, houseNumber })
})
