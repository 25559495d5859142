import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-fixture.ts'

type Box = { x: number; y: number; width: number; height: number }

/**
 * Expects that table rows are laid out well as cards: the cells of a card neither overlap nor overflow, and there are
 * no large gaps between the cards.
 */
export async function expectCards(rows: Locator): Promise<void> {
  const cards = await rows.evaluateAll((all) =>
    all.map((row) => ({
      box: row.getBoundingClientRect().toJSON(),
      cells: [...row.children].map((cell) => cell.getBoundingClientRect().toJSON()),
    })),
  )
  let end: number | null = null
  for (const { box, cells } of cards as { box: Box; cells: Box[] }[]) {
    const shown = cells.filter(({ height }) => height > 0)
    for (const [index, cell] of shown.entries()) {
      expect(cell.x).toBeGreaterThanOrEqual(box.x)
      expect(cell.x + cell.width).toBeLessThanOrEqual(box.x + box.width + 1)
      expect(cell.y + cell.height).toBeLessThanOrEqual(box.y + box.height + 1)
      for (const other of shown.slice(index + 1))
        expect(overlap(cell, other), JSON.stringify([cell, other])).toBe(false)
    }
    if (end !== null) expect(Math.abs(box.y - end)).toBeLessThan(24)
    end = box.y + box.height
  }
}

/** Returns the height of the space between the last row and the footer in CSS px. */
export async function blankUnder(page: Page, rows: Locator): Promise<number> {
  const last = await rows.last().boundingBox()
  const footer = await page.getByRole('contentinfo').boundingBox()
  return (footer?.y ?? Infinity) - (last?.y ?? 0) - (last?.height ?? 0)
}

function overlap(one: Box, other: Box): boolean {
  const apart = one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1
  return !apart && one.y + one.height > other.y + 1 && other.y + other.height > one.y + 1
}
