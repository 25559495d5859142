import { afterEach, expect, test, vi } from 'vitest'
import {
  axisDayText,
  dayText,
  fullMomentText,
  lastMonths,
  momentText,
  monthText,
  shortMomentText,
  weekdayMomentText,
  weekdayText,
  untilText,
} from './date-texts.ts'
import { setShopDates } from './shop-dates.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const lateEvening = Date.UTC(2026, 10, 22, 23, 30)

afterEach(() => {
  vi.unstubAllGlobals()
  setShopDates({ dateStyle: 'iso', timeZone: 'UTC' })
})

test.each([
  {
    dateStyle: 'iso',
    day: '2026-11-22',
    weekday: 'Sunday, 22 November',
    axis: '22 Nov',
    short: /^2026-11-22, \d\d:00$/,
  },
  {
    dateStyle: 'dayFirst',
    day: '22 November 2026',
    weekday: 'Sunday, 22 November',
    axis: '22 Nov',
    short: /^22\/11\/2026, \d\d:00$/,
  },
  {
    dateStyle: 'monthFirst',
    day: 'November 22, 2026',
    weekday: 'Sunday, November 22',
    axis: 'Nov 22',
    short: /^11\/22\/2026, \d\d:00$/,
  },
] as const)('$dateStyle writes $day', ({ dateStyle, day, weekday, axis, short }) => {
  setShopDates({ dateStyle, timeZone: 'UTC' })
  expect(dayText(noon)).toBe(day)
  expect(momentText(noon)).toBe(`${day}, 12:00 UTC`)
  expect(weekdayText('2026-11-22')).toBe(weekday)
  expect(axisDayText('2026-11-22')).toBe(axis)
  expect(shortMomentText(noon)).toMatch(short)
})

test.each([
  ['UTC', '2026-11-22, 23:30 UTC'],
  ['Europe/Lisbon', '2026-11-22, 23:30 WET'],
  ['Europe/Berlin', '2026-11-23, 00:30 CET'],
  ['Asia/Kathmandu', '2026-11-23, 05:15 GMT+5:45'],
  ['America/New_York', '2026-11-22, 18:30 GMT-5'],
])('in %s it is %s', (timeZone, text) => {
  setShopDates({ dateStyle: 'iso', timeZone })
  expect(momentText(lateEvening)).toBe(text)
  expect(dayText(lateEvening)).toBe(text.slice(0, 10))
})

test('the hour that comes twice when daylight saving time ends has two zones', () => {
  setShopDates({ dateStyle: 'dayFirst', timeZone: 'Europe/Berlin' })
  const summer = Date.UTC(2026, 9, 25, 0, 30)
  expect(momentText(summer)).toBe('25 October 2026, 02:30 CEST')
  expect(momentText(summer + 3_600_000)).toBe('25 October 2026, 02:30 CET')
})

test('the hour that is left out when daylight saving time begins is left out', () => {
  setShopDates({ dateStyle: 'iso', timeZone: 'Europe/Berlin' })
  const before = Date.UTC(2026, 2, 29, 0, 59)
  expect(momentText(before)).toBe('2026-03-29, 01:59 CET')
  expect(momentText(before + 60_000)).toBe('2026-03-29, 03:00 CEST')
})

test('a date without a time is the same day in every time zone', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    setShopDates({ dateStyle: 'iso', timeZone })
    expect(weekdayText('2026-11-24')).toBe('Tuesday, 24 November')
  }
})

test('the long form of a time says the weekday and the zone', () => {
  expect(fullMomentText(noon)).toMatch(/^Sunday,? 22 November 2026 at \d\d:00:00 \S+/)
})

test('the end of a time limit is said as it is near, with the zone for a reader who is elsewhere', () => {
  setShopDates({ dateStyle: 'dayFirst', timeZone: 'Asia/Tokyo' })
  const tenOn = (day: number, readerZone = 'Asia/Tokyo') =>
    untilText(Date.UTC(2026, 10, day, 1), { at: Date.UTC(2026, 10, 24, 2), readerZone })
  expect([24, 25, 27].map((day) => tenOn(day))).toEqual([
    '10:00 today',
    '10:00 tomorrow',
    '10:00 on Friday, 27 November',
  ])
  expect(tenOn(24, 'Europe/Lisbon')).toBe('10:00 Tokyo time today')
  expect(weekdayMomentText(Date.UTC(2026, 10, 24, 1))).toBe('10:00 Tokyo time on Tuesday, 24 November')
})

test.each([
  ['2026-10-25T00:30+01:00', '2026-10-25T10:00Z', '2026-10-26T10:00Z'],
  ['2027-03-27T23:30Z', '2027-03-27T10:00Z', '2027-03-28T10:00+01:00'],
])('at %s, when the clock changes, today and tomorrow are the dates on a calendar', (at, ...times) => {
  setShopDates({ dateStyle: 'iso', timeZone: 'Europe/Lisbon' })
  const near = { at: Date.parse(at), readerZone: 'Europe/Lisbon' }
  expect(times.map((time) => untilText(Date.parse(time), near))).toEqual(['10:00 today', '10:00 tomorrow'])
})

test.each([
  ['UTC', 'UTC'],
  ['Etc/GMT+1', 'GMT-1'],
  ['Europe/Lisbon', 'Lisbon time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
])('a sentence names the time zone %s as people do', (timeZone, name) => {
  setShopDates({ dateStyle: 'dayFirst', timeZone })
  expect(weekdayMomentText(noon)).toMatch(new RegExp(`^\\d\\d:00 ${name} on Sunday, 22 November$`))
})

test('a browser without Temporal shows the same days and times', () => {
  setShopDates({ dateStyle: 'dayFirst', timeZone: 'Europe/Lisbon' })
  const readerZone = 'Europe/Lisbon'
  const midnights = [6, 7, 12].map((month) => Date.UTC(2026, month, 24) - 3_600_000)
  const texts = () => midnights.map((time) => [dayText(time), untilText(time, { at: time, readerZone })])
  const shown = texts()
  expect(shown[0]).toEqual(['24 July 2026', '00:00 today'])
  vi.stubGlobal('Temporal', undefined)
  expect(texts()).toEqual(shown)
})

test('months begin and end in the time zone of the shop, and go on over the turn of the year', () => {
  const midnight = Date.UTC(2026, 0, 31, 23, 30)
  expect(lastMonths(midnight, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  setShopDates({ dateStyle: 'iso', timeZone: 'Europe/Berlin' })
  expect(lastMonths(midnight, 2).map(monthText)).toEqual(['February 2026', 'January 2026'])
})
