const KILO = 1000

/** Formats a weight for display: `250` becomes `250 g`, and `1500` becomes `1.5 kg`. The space does not end a line. */
export function grams(weight: number): string {
  return weight < KILO ? `${weight}\u00a0g` : `${weight / KILO}\u00a0kg`
}
