import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Roasting } from '#contract/selling/settings.ts'
import { promiseFor } from './roast-promise.ts'

/** The roast days are Tuesday and Friday, with the cut-off at 10:00. 24 November 2026 is a Tuesday. */
const roasting: Roasting = { weekdays: [2, 5], cutOff: '10:00', closedDays: [] }
const lisbon = 'Europe/Lisbon'

function roastDay(given: Partial<Roasting>, time: string, timeZone = lisbon): string | undefined {
  const at = Date.parse(time)
  return promiseFor({ ...roasting, ...given }, { at, timeZone }, null)?.roastOn
}

describe('the roast day', () => {
  test.each([
    ['2026-11-22T12:00:00Z', '2026-11-24', 'a Sunday'],
    ['2026-11-24T09:59:59Z', '2026-11-24', 'the last second before the cut-off'],
    ['2026-11-24T10:00:00Z', '2026-11-27', 'the cut-off'],
    ['2026-11-25T08:00:00Z', '2026-11-27', 'a Wednesday'],
    ['2026-11-27T10:00:00Z', '2026-12-01', 'the cut-off of the last roast day of the week'],
  ])('of an order at %s is %s: %s', (time, day) => {
    expect(roastDay({}, time)).toBe(day)
  })

  test.each([
    [['2026-11-24'], '2026-11-27'],
    [['2026-11-24', '2026-11-27'], '2026-12-01'],
    [['2026-11-23'], '2026-11-24'],
  ])('is never one of the closed days %j', (closedDays, day) => {
    expect(roastDay({ closedDays }, '2026-11-22T12:00:00Z')).toBe(day)
  })

  test.each([
    ['Pacific/Auckland', '2026-11-23T20:59:00Z', '2026-11-24'],
    ['Pacific/Auckland', '2026-11-23T21:00:00Z', '2026-11-27'],
    ['America/Los_Angeles', '2026-11-24T17:59:00Z', '2026-11-24'],
    ['America/Los_Angeles', '2026-11-24T18:00:00Z', '2026-11-27'],
    ['America/Los_Angeles', '2026-11-25T07:59:00Z', '2026-11-27'],
    ['Asia/Kolkata', '2026-11-24T04:30:00Z', '2026-11-27'],
  ])('is in the time zone of the shop, %s, at %s: %s', (timeZone, time, day) => {
    expect(roastDay({}, time, timeZone)).toBe(day)
  })

  test('does not exist without roast days', () => {
    expect(roastDay({ weekdays: [] }, '2026-11-22T12:00:00Z')).toBeUndefined()
  })

  test('is found after 400 closed roast days', () => {
    const start = Temporal.PlainDate.from('2026-11-24')
    const closedDays = Array.from({ length: 400 }, (_, week) => start.add({ weeks: week }).toString())
    const day = roastDay({ weekdays: [2], closedDays }, '2026-11-22T12:00:00Z')
    expect(day).toBe(start.add({ weeks: 400 }).toString())
  })

  test('is a roast day that is not closed and not past, and no earlier day is, for all times and settings', () => {
    const dates = fc
      .integer({ min: 0, max: 60 })
      .map((days) => Temporal.PlainDate.from('2026-10-01').add({ days }).toString())
    const settings = fc.record({
      weekdays: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
      cutOff: fc.constantFrom('00:00', '01:30', '02:30', '10:00', '23:59'),
      closedDays: fc.uniqueArray(dates, { maxLength: 30 }),
    })
    const zones = fc.constantFrom('UTC', lisbon, 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Tokyo')
    const times = fc.integer({ min: Date.parse('2026-10-01'), max: Date.parse('2026-12-01') })
    fc.assert(
      fc.property(settings, zones, times, (given, timeZone, at) => {
        const found = Temporal.PlainDate.from(promiseFor(given, { at, timeZone }, null)?.roastOn ?? '')
        const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
        const today = local.toPlainDate()
        const isOpen = (day: Temporal.PlainDate) =>
          given.weekdays.includes(day.dayOfWeek % 7) && !given.closedDays.includes(day.toString())
        expect(isOpen(found)).toBe(true)
        const cutOff = today.toZonedDateTime({ timeZone, plainTime: given.cutOff }).epochMilliseconds
        const first = at < cutOff ? today : today.add({ days: 1 })
        expect(Temporal.PlainDate.compare(first, found)).toBeLessThanOrEqual(0)
        for (let day = first; Temporal.PlainDate.compare(day, found) < 0;) {
          expect(isOpen(day)).toBe(false)
          day = day.add({ days: 1 })
        }
      }),
    )
  })
})

describe('when the clock changes', () => {
  // Lisbon sets its clock forward from 1:00 to 2:00 on Sunday, 29 March 2026, and back from 2:00 to 1:00 on 25 October.
  const sundays = { weekdays: [0], cutOff: '01:30' }

  test.each([
    ['2026-03-29T00:59:59Z', '2026-03-29', '0:59 on the clock'],
    ['2026-03-29T01:29:59Z', '2026-03-29', '2:29 on the clock'],
    ['2026-03-29T01:30:00Z', '2026-04-05', '2:30 on the clock'],
  ])('forward over the cut-off, an order at %s is roasted on %s: %s', (time, day) => {
    expect(roastDay(sundays, time)).toBe(day)
  })

  test.each([
    ['2026-10-25T00:29:59Z', '2026-10-25', '1:29 on the clock, for the first time'],
    ['2026-10-25T00:30:00Z', '2026-11-01', '1:30 on the clock, for the first time'],
    ['2026-10-25T01:10:00Z', '2026-11-01', '1:10 on the clock, for the second time'],
  ])('back over the cut-off, an order at %s is roasted on %s: %s', (time, day) => {
    expect(roastDay(sundays, time)).toBe(day)
  })

  test.each([
    ['2026-03-28T10:00:00Z', '10:00 in winter time', '2026-03-28'],
    ['2026-03-29T09:00:00Z', '10:00 in summer time', '2026-03-29'],
  ])('the cut-off stays the same on the clock: %s is %s', (time, _, day) => {
    const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6] }
    expect(roastDay({ ...daily, cutOff: '10:01' }, time)).toBe(day)
    expect(roastDay({ ...daily, cutOff: '10:00' }, time)).not.toBe(day)
  })
})

describe('the days of arrival', () => {
  const sunday = { at: Date.parse('2026-11-22T12:00:00Z'), timeZone: lisbon }
  const wednesday = { at: Date.parse('2026-11-25T12:00:00Z'), timeZone: lisbon }

  test.each([
    [{ least: 1, most: 3 }, sunday, ['2026-11-24', '2026-11-25', '2026-11-27']],
    [{ least: 0, most: 0 }, sunday, ['2026-11-24', '2026-11-24', '2026-11-24']],
    [{ least: 3, most: 4 }, sunday, ['2026-11-24', '2026-11-27', '2026-11-30']],
    [{ least: 1, most: 6 }, wednesday, ['2026-11-27', '2026-11-30', '2026-12-07']],
  ])('of a parcel that takes %j are counted in working days', (transitDays, placed, dates) => {
    const promise = promiseFor(roasting, placed, transitDays)
    expect([promise?.roastOn, promise?.from, promise?.to]).toEqual(dates)
  })

  test('of a parcel that is roasted on a Saturday begin with the Monday after', () => {
    const saturdays = { ...roasting, weekdays: [6] }
    expect(promiseFor(saturdays, sunday, { least: 1, most: 2 })).toEqual({
      roastOn: '2026-11-28',
      from: '2026-11-30',
      to: '2026-12-01',
    })
  })

  test('of a pickup are the roast day itself', () => {
    expect(promiseFor(roasting, sunday, null)).toEqual({
      roastOn: '2026-11-24',
      from: '2026-11-24',
      to: '2026-11-24',
    })
  })

  test('are never on a weekend if the parcel is under way, and never before the roast day', () => {
    const transit = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => ({
      least: Math.min(a, b),
      most: Math.max(a, b),
    }))
    const times = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') })
    fc.assert(
      fc.property(transit, times, (transitDays, at) => {
        const promise = promiseFor(roasting, { at, timeZone: lisbon }, transitDays)
        const { roastOn = '', from = '', to = '' } = promise ?? {}
        expect([roastOn <= from, from <= to]).toEqual([true, true])
        const isWorkingDay = Temporal.PlainDate.from(from).dayOfWeek <= 5
        expect(isWorkingDay || transitDays.least === 0).toBe(true)
      }),
    )
  })
})
