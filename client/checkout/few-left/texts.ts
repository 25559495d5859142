/** The texts about products of which fewer are left than the cart has. */
export const fewLeftWords = {
  fewLeft: (name: string, left: number, wanted: number) =>
    left === 0
      ? `${name} is sold out. Nothing of it is left for your cart.`
      : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left, and ${wanted} are in your cart.`,
  takeOnly: (left: number) => `Take only ${left}`,
  takeOut: 'Take it out',
  takingOut: 'Changing…',
} as const
